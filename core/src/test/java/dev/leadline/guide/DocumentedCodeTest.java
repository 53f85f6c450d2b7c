package dev.leadline.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Java code in documents is the code of tests, word for word. */
class DocumentedCodeTest {

  private static final List<String> SOURCES =
      List.of(
          "core/src/test/java/dev/leadline/guide/LibraryGuideTest.java",
          "core/src/test/java/dev/leadline/guide/ExtendTest.java",
          "storage/src/test/java/dev/leadline/storage/StorageGuideTest.java",
          "server/src/test/java/dev/leadline/server/RemoteStudyTest.java");

  private static final Pattern REGION =
      Pattern.compile("// region: (\\w+)\\n(.*?)\\n *// end\\n", Pattern.DOTALL);
  private static final Pattern SHOWN =
      Pattern.compile("<!-- region: (\\w+) -->\\n```java\\n(.*?)\\n```", Pattern.DOTALL);

  @Test
  void documents_showTheCodeThatIsTested() throws IOException {
    Path root = root();
    Map<String, String> regions = new HashMap<>();
    for (String source : SOURCES) {
      regions.putAll(matches(REGION, Files.readString(root.resolve(source))));
    }
    Map<String, String> shown = new HashMap<>();
    try (Stream<Path> pages = Files.list(root.resolve("docs"))) {
      for (Path page : pages.filter(file -> file.toString().endsWith(".md")).toList()) {
        shown.putAll(matches(SHOWN, Files.readString(page)));
      }
    }
    assertThat(shown).isEqualTo(regions);
    Path readme = root.resolve("README.md");
    if (Files.exists(readme)) {
      matches(SHOWN, Files.readString(readme))
          .forEach((name, code) -> assertThat(code).isEqualTo(regions.get(name)));
    }
  }

  private static Map<String, String> matches(Pattern pattern, String text) {
    Map<String, String> found = new HashMap<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.put(matcher.group(1), matcher.group(2).stripIndent());
    }
    return found;
  }

  private static Path root() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
        .filter(folder -> Files.exists(folder.resolve(".mvn")))
        .findFirst()
        .orElseThrow();
  }
}
