package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A release made in a copy of the source, and programs that depend on it. It needs Maven and the
 * network.
 */
@Tag("slow")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ReleaseTest {

  private static final String PUBLISHED =
      "bom,.,onnxruntime,core,models,client,storage,server,app,spark";
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>tune</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.source>17</maven.compiler.source>
          <maven.compiler.target>17</maven.compiler.target>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        %s
        <dependencies>
        %s
        </dependencies>
      </project>
      """;
  private static final String PROGRAM =
      """
      import dev.leadline.space.Space;
      import dev.leadline.study.Study;
      public class Tune {
        public static void main(String[] args) {
      %s
        }
        static double branin(double x, double y) {
          double bend = y - 5.1 / (4 * Math.PI * Math.PI) * x * x + 5 / Math.PI * x - 6;
          return bend * bend + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
        }
      }
      """;

  @TempDir static Path directory;

  private static Path release;

  @BeforeAll
  static void release() throws Exception {
    Path source = copy("release");
    maven(source, Optional.empty(), "-Prelease", "-Dmaven.test.skip", "-pl", PUBLISHED);
    release = source.resolve("target/release");
  }

  /** The words of the README: install, depend, run; with nothing in Maven's cache before. */
  @Test
  void emptyHome_runsTheProgramOfTheReadmeInTwoCommands() throws Exception {
    Path source = copy("clone");
    Path cache = directory.resolve("cache");
    String readme = Files.readString(source.resolve("README.md"));
    String install = first(readme, "`mvn (install [^`]*)`");
    long begin = System.nanoTime();
    maven(source, Optional.of(cache), install.split(" "));
    Path program = program("", snippet(readme));
    String said =
        maven(
            program,
            Optional.of(cache),
            "compile",
            "org.codehaus.mojo:exec-maven-plugin:3.5.1:java",
            "-Dexec.mainClass=Tune");
    assertThat(said).containsPattern("trial \\d+ \\(x=.*, y=.*\\): 0\\.").doesNotContain("SLF4J");
    assertFiveMinutes("mvn install and the program of the README", begin);
  }

  /** Nothing in pip's cache, and no Java but the one that the package brings. */
  @Test
  void emptyEnvironment_runsTheProgramForPythonInTwoCommands() throws Exception {
    Path environment = directory.resolve("environment");
    String readme = Files.readString(Path.of("..", "clients", "python", "README.md"));
    Path program = directory.resolve("tune.py");
    Files.writeString(program, first(readme, "(?s)```python\\n(.*?)```"));
    call(directory, Map.of(), List.of("python3", "-m", "venv", environment.toString()));
    long begin = System.nanoTime();
    String pip = environment.resolve("bin/pip").toString();
    String wheels = release.resolve("python").toString();
    Map<String, String> here =
        Map.of("PATH", environment.resolve("bin").toString(), "JAVA_HOME", "");
    call(
        directory,
        here,
        List.of(pip, "install", "--no-cache-dir", "--find-links", wheels, "leadline[java]"));
    String python = environment.resolve("bin/python").toString();
    String said = call(directory, here, List.of(python, program.toString()));
    assertThat(said).contains("'state': 'done'", "'layers': 3");
    assertFiveMinutes("pip install and the program of the package for Python", begin);
  }

  @Test
  void release_isWhatMavenCentralTakesAndAProgramOfOnePlatformRunsWithIt() throws Exception {
    Path source = Path.of("..");
    Path repository = release.resolve("maven");
    String version = first(Files.readString(source.resolve("pom.xml")), "<version>(.*?)</version>");
    Path ours = repository.resolve("dev/leadline");
    Set<String> artifacts = new TreeSet<>();
    for (Path artifact : list(ours)) {
      String name = artifact.getFileName().toString();
      artifacts.add(name);
      String file = name + "-" + version;
      Path folder = artifact.resolve(version);
      List<String> endings = new ArrayList<>(List.of(".pom"));
      if (name.equals("leadline-onnxruntime")) {
        endings.addAll(
            List.of("-linux-x64.jar", "-linux-aarch64.jar", "-osx-aarch64.jar", "-win-x64.jar"));
      } else if (!List.of("leadline", "leadline-bom").contains(name)) {
        endings.addAll(List.of(".jar", "-sources.jar", "-javadoc.jar"));
        assertHasModuleName(folder.resolve(file + ".jar"));
      }
      for (String ending : endings) {
        for (String checksum : List.of("", ".md5", ".sha1")) {
          assertThat(folder.resolve(file + ending + checksum)).isNotEmptyFile();
        }
      }
    }
    assertThat(artifacts)
        .containsExactly(
            "leadline",
            "leadline-app",
            "leadline-bom",
            "leadline-client",
            "leadline-core",
            "leadline-models",
            "leadline-onnxruntime",
            "leadline-server",
            "leadline-spark",
            "leadline-storage");
    assertThat(list(release.resolve("python")))
        .hasSize(5)
        .allMatch(wheel -> wheel.toString().endsWith(".whl"));
    assertThat(list(release))
        .anyMatch(file -> file.toString().endsWith(".zip"))
        .anyMatch(file -> file.toString().endsWith(".tar.gz"));

    String where =
        "<repositories><repository><id>release</id><url>%s</url></repository></repositories>"
            .formatted(repository.toUri());
    String slim = snippet(Files.readString(source.resolve("docs/library.md")));
    String models =
        first(
            snippet(Files.readString(source.resolve("README.md"))),
            "(?s)</dependency>(.*leadline-models.*)");
    Path cache = directory.resolve("cache-of-a-release");
    String said =
        maven(
            program(where, slim + models),
            Optional.of(cache),
            "compile",
            "org.codehaus.mojo:exec-maven-plugin:3.5.1:java",
            "-Dexec.mainClass=Tune");
    assertThat(said).containsPattern("trial \\d+ \\(x=.*, y=.*\\): 0\\.");
    assertThat(cache.resolve("com/microsoft")).doesNotExist();
    assertThat(list(directory.resolve("home/leadline/native")))
        .as("unpacked to suggest")
        .hasSize(1);
  }

  private static void assertHasModuleName(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
          .as(file.toString())
          .startsWith("dev.leadline.");
    }
  }

  /** The program of the README with the dependencies of a document. */
  private static Path program(String repositories, String dependencies) throws IOException {
    Path program = Files.createTempDirectory(directory, "program");
    Path sources = Files.createDirectories(program.resolve("src/main/java"));
    String readme = Files.readString(Path.of("..", "README.md"));
    String code = first(readme, "(?s)<!-- region: library -->\\n```java\\n(.*?)```");
    Files.writeString(program.resolve("pom.xml"), POM.formatted(repositories, dependencies));
    Files.writeString(sources.resolve("Tune.java"), PROGRAM.formatted(code));
    return program;
  }

  /** The first dependencies that a document shows. */
  private static String snippet(String document) {
    return first(document, "(?s)```xml\\n(<dependency>.*?)```");
  }

  private static String first(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  /** The files under version control, as they are now. */
  private static Path copy(String name) throws Exception {
    Path copy = Files.createDirectory(directory.resolve(name));
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t \"$0\"",
                copy.toString())
            .directory(Path.of("..").toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return copy;
  }

  private static String maven(Path folder, Optional<Path> cache, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "--no-transfer-progress"));
    cache.ifPresent(place -> command.add("-Dmaven.repo.local=" + place));
    command.addAll(List.of(arguments));
    return call(folder, Map.of(), command);
  }

  private static String call(Path folder, Map<String, String> environment, List<String> command)
      throws Exception {
    Path log = Files.createTempFile(directory, "call", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("home").toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    boolean ended = process.waitFor(14, TimeUnit.MINUTES);
    process.destroy();
    String said = Files.readString(log);
    String end =
        said.lines().skip(Math.max(0, said.lines().count() - 60)).collect(Collectors.joining("\n"));
    assertThat(ended).as(end).isTrue();
    assertThat(process.exitValue()).as(end).isZero();
    return said;
  }

  /** Says how long it took, and holds it to five minutes unless the machine has much else to do. */
  private static void assertFiveMinutes(String what, long begin) {
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.printf("%s: %.0f s%n", what, seconds);
    OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
    if (machine.getSystemLoadAverage() < 2 * machine.getAvailableProcessors()) {
      assertThat(seconds).as(what).isLessThan(300);
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
