package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
    assertThat(directory.resolve("home/leadline/native"))
        .as("native libraries unpacked to suggest")
        .doesNotExist();
  }

  /**
   * Without Docker: what is in the tar, and its root run as its user with the mounts of a compose
   * file.
   */
  @Test
  void image_isOneThatDockerLoadsAndWhoeverItRunsAsMayWriteItsDirectory() throws Exception {
    Path base = Files.createDirectory(directory.resolve("base"));
    String script =
        Path.of("src/test/resources/dev/leadline/app/base-image.sh").toAbsolutePath().toString();
    shell(base, "sh '%s' '%s'".formatted(script, System.getProperty("java.home")));
    Path source = copy("image");
    String from = "-Djib.from.image=tar://" + base.resolve("base.tar");
    maven(
        source,
        Optional.empty(),
        "-Pimage",
        "package",
        "-Dmaven.test.skip",
        "-pl",
        "app",
        "-am",
        from);

    Path image = Files.createDirectory(directory.resolve("unpacked"));
    shell(image, "tar -xf '%s'".formatted(source.resolve("app/target/leadline-image.tar")));
    JsonNode manifest =
        JsonMapper.shared().readTree(image.resolve("manifest.json").toFile()).get(0);
    JsonNode whole = JsonMapper.shared().readTree(image.resolve("config.json").toFile());
    JsonNode config = whole.get("config");
    String version = first(Files.readString(source.resolve("pom.xml")), "<version>(.*?)</version>");
    assertThat(texts(manifest.get("RepoTags")))
        .containsExactlyInAnyOrder("leadline:" + version, "leadline:latest");
    assertThat(config.get("User").stringValue()).isEqualTo("10001:10001");
    assertThat(config.get("WorkingDir").stringValue()).isEqualTo("/data");
    List<String> layers = texts(manifest.get("Layers"));
    List<String> sums = texts(whole.get("rootfs").get("diff_ids"));
    assertThat(layers).hasSameSizeAs(sums);
    for (int i = 0; i < layers.size(); i++) {
      String sum = shell(image, "gzip -dc %s | sha256sum".formatted(layers.get(i)));
      assertThat("sha256:" + sum).as(layers.get(i)).startsWith(sums.get(i));
    }
    shell(
        image,
        "mkdir root volume && for layer in %s; do tar --warning=no-unknown-keyword --numeric-owner -xpf $layer -C root; done"
            .formatted(String.join(" ", layers)));
    assertThat(shell(image, "stat -c %a root/data root/usr/local/bin/leadline"))
        .isEqualTo("777\n755\n");
    assumeThat(System.getProperty("user.name")).as("who may change roots").isEqualTo("root");
    // As Docker does: a new volume and a tmpfs take mode and owner of the directory below.
    String study = "run --param x=real:0..1 --trials 3 --study a.db -- sh -c 'echo {x}'";
    for (String mount :
        List.of(
            "true",
            "mount -t tmpfs -o mode=777 none root/data",
            "cp -a root/data volume/ && mount --bind volume/data root/data")) {
      assertThat(run(image, config, mount, "--version")).isEqualTo("leadline " + version + "\n");
      assertThat(run(image, config, mount, study)).as(mount).contains("3 trials");
    }
  }

  /** What the entry point of an image says, in its root, as its user, with its environment. */
  private static String run(Path image, JsonNode config, String mount, String arguments)
      throws Exception {
    String begin = "mount -t proc none root/proc && mount --rbind /dev root/dev && " + mount;
    String inside =
        "cd %s && exec %s %s"
            .formatted(
                config.get("WorkingDir").stringValue(),
                String.join(" ", texts(config.get("Entrypoint"))),
                arguments);
    String chroot =
        "env -i %s /usr/sbin/chroot --userspec=%s root /bin/sh -c \"%s\""
            .formatted(
                String.join(" ", texts(config.get("Env"))),
                config.get("User").stringValue(),
                inside);
    return shell(
        image,
        "unshare --mount --pid --fork --kill-child sh -ec '%s'"
            .formatted((begin + " && " + chroot).replace("'", "'\\''")));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::stringValue).toList();
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
    shell(
        Path.of(".."),
        "git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t '%s'"
            .formatted(copy));
    return copy;
  }

  /** What a command line says that ends well. */
  private static String shell(Path folder, String line) throws Exception {
    Process process =
        new ProcessBuilder("sh", "-c", line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
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
