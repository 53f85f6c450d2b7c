package dev.leadline.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents render, and what they link to is there. */
class DocumentsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)#\\s]+)");

  @Test
  void tables_haveAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      List<String> lines = Files.readAllLines(document);
      for (int i = 0; i < lines.size(); i++) {
        boolean first = isRow(lines.get(i)) && (i == 0 || !isRow(lines.get(i - 1)));
        boolean headed = i + 1 < lines.size() && lines.get(i + 1).matches("\\|([ :]*-+[ :]*\\|)+");
        if (first && !headed) {
          broken.add("%s:%d".formatted(ROOT.relativize(document), i + 1));
        }
      }
    }
    assertThat(broken).as("tables without a heading render as raw text").isEmpty();
  }

  @Test
  void links_leadToFilesThatExist() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      Matcher link = LINK.matcher(withoutCode(Files.readString(document)));
      while (link.find()) {
        if (!Files.exists(document.resolveSibling(link.group(1)))) {
          broken.add("%s: %s".formatted(ROOT.relativize(document), link.group(1)));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean isRow(String line) {
    return line.startsWith("|");
  }

  private static String withoutCode(String text) {
    return text.replaceAll("(?s)```.*?```", "").replaceAll("`[^`\n]*`", "");
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    documents.add(ROOT.resolve("README.md"));
    documents.add(ROOT.resolve("CHANGELOG.md"));
    for (String folder : List.of("docs", "benchmarks", "examples")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    return documents;
  }
}
