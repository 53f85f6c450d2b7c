package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archives that {@code mvn -Prelease package} makes, on a machine that has little. */
@Tag("dist")
class DistributionTest {

  /** What the launcher and the example call; no mvn and no java among them. */
  private static final List<String> TOOLS =
      List.of("bash", "sh", "env", "dirname", "readlink", "mkdir", "stty", "awk", "cat", "echo");

  /** A link to a file: of the archive, or of the source in the place where it is published. */
  private static final Pattern LINK =
      Pattern.compile(
          "\\]\\((https://github.com/leadline/leadline/blob/v[^/]+/)?(?!https?:|mailto:)([^)#\\s]+)");

  @TempDir Path directory;

  @Test
  void zip_runsTheExampleWithAJavaRuntimeAndNoMaven() throws Exception {
    run(List.of("unzip", "-q", archive(".zip").toString()), directory, System.getenv("PATH"));
    Path tools = tools();
    Files.createSymbolicLink(
        tools.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));
    assertExampleRuns(tools);
  }

  @Test
  void archiveWithRuntime_runsTheExampleWithoutJava() throws Exception {
    run(List.of("tar", "xzf", archive(".tar.gz").toString()), directory, System.getenv("PATH"));
    assertExampleRuns(tools());
  }

  private void assertExampleRuns(Path tools) throws Exception {
    Path home = only(directory, "leadline-");
    List<String> example = example();
    String output = run(example, home, tools.toString());
    assertThat(output).contains("[40/40]", "best ");
    assertThat(home.resolve("README.md")).content().contains("This archive is the whole program");
    assertThat(deadLinks(home)).isEmpty();
    assertThat(run(List.of("./leadline", "pretrain", "--preset", "tiny"), home, tools.toString()))
        .contains("belongs to the laboratory, which is not installed here");
  }

  /** Links of the pages of an archive to files that are not in it, or not in the source. */
  private static List<String> deadLinks(Path home) throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.walk(home)) {
      pages = files.filter(file -> file.toString().endsWith(".md")).toList();
    }
    assertThat(pages).hasSizeGreaterThan(40);
    List<String> dead = new ArrayList<>();
    for (Path page : pages) {
      String prose = Files.readString(page).replaceAll("(?s)```.*?```|`[^`\n]*`", "");
      for (Matcher link = LINK.matcher(prose); link.find(); ) {
        Path near = link.group(1) == null ? page : Path.of("..", "README.md");
        if (!Files.exists(near.resolveSibling(link.group(2)))) {
          dead.add(home.relativize(page) + ": " + link.group(2));
        }
      }
    }
    return dead;
  }

  /** The first command of the README, word for word. */
  private static List<String> example() throws IOException {
    String line =
        Files.readAllLines(Path.of("..", "README.md")).stream()
            .filter(text -> text.startsWith("./leadline run --space"))
            .findFirst()
            .orElseThrow();
    return List.of(line.replaceFirst("#.*", "").strip().split(" +"));
  }

  private Path tools() throws IOException {
    Path tools = Files.createDirectory(directory.resolve("tools"));
    for (String tool : TOOLS) {
      Path found =
          Stream.of(System.getenv("PATH").split(":"))
              .map(entry -> Path.of(entry, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      Files.createSymbolicLink(tools.resolve(tool), found);
    }
    return tools;
  }

  private static Path archive(String ending) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target").toAbsolutePath())) {
      return files.filter(file -> file.toString().endsWith(ending)).findFirst().orElseThrow();
    }
  }

  private static Path only(Path folder, String beginning) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith(beginning))
          .findFirst()
          .orElseThrow();
    }
  }

  private String run(List<String> command, Path where, String path) throws Exception {
    Path log = Files.createTempFile(directory, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(command))
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("PATH", path);
    builder.environment().put("HOME", directory.toString());
    builder.environment().remove("JAVA_HOME");
    assertThat(builder.start().waitFor(120, TimeUnit.SECONDS)).isTrue();
    return Files.readString(log);
  }
}
