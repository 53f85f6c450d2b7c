package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that builds and starts the programs. */
class LauncherTest {

  @TempDir static Path directory;
  private static SourceCopy copy;

  @BeforeAll
  static void build() throws Exception {
    copy = SourceCopy.in(directory, directory.resolve("clone"));
    assertThat(copy.call("--version").output()).contains("for the first time", "leadline 0");
    assertThat(copy.call("help").output())
        .contains("ask-tell", "The laboratory:", "pretrain")
        .doesNotContain("building");
    assertThat(copy.builds()).singleElement().asString().contains("-pl app -am");
  }

  @Test
  void copiedClone_isBuiltAgainAndNeedsNothingOfTheOriginal() throws Exception {
    SourceCopy other = copy.at(directory.resolve("a \"copy\" of it"));
    int copied =
        new ProcessBuilder("cp", "-a", copy.home() + "", other.home() + "").start().waitFor();
    assertThat(copied).isZero();
    SourceCopy.Call again = other.call("--version");
    assertThat(again.output()).contains("because it was moved or copied", "leadline 0");
    assertThat(again.code()).isZero();
    assertThat(Files.readString(other.home().resolve("app/target/launcher.arguments")))
        .doesNotContain(copy.home() + "/");

    Path classPath = other.home().resolve("app/target/classpath");
    Files.writeString(classPath, Files.readString(classPath) + ":" + directory + "/gone.jar");
    assertThat(other.call("--version").output()).contains("building", "leadline 0");
    assertThat(other.call("--version").output()).doesNotContain("building");
  }

  @Test
  void laboratory_isBuiltWhenOneOfItsCommandsIsFirstCalled() throws Exception {
    assertThat(copy.builds()).noneMatch(call -> call.contains("-pl paper"));
    assertThat(copy.call("pretrain", "--help").output())
        .contains(
            "building the laboratory for the first time", "dev.leadline.lab.command.Laboratory");
    for (List<String> line : List.of(List.of("help", "bench"), List.of("bench", "run"))) {
      assertThat(copy.call(line.toArray(String[]::new)).output())
          .contains("dev.leadline.lab.command.Laboratory") // its classes are not on this class path
          .doesNotContain("building");
    }
  }

  /** Without it Java 24 and newer begin with four lines of warnings. */
  @Test
  void nativeLibraries_areAllowed() throws Exception {
    Path java = Files.createDirectories(directory.resolve("newer/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThat(copy.with("JAVA_HOME", directory.resolve("newer").toString()).call("help").output())
        .contains("\n--enable-native-access=ALL-UNNAMED\n");
  }

  /** With two loggers each would hand every message to the other. */
  @Test
  void clusterThatIsInstalled_isStartedWithoutOurLogger() throws Exception {
    Path submit = Files.createDirectories(directory.resolve("spark/bin")).resolve("spark-submit");
    Files.writeString(submit, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(submit.toFile().setExecutable(true)).isTrue();
    SourceCopy near = copy.with("SPARK_HOME", directory.resolve("spark").toString());
    assertThat(SourceCopy.classPath()).contains("slf4j-jdk14");
    assertThat(near.call("run", "--on", "yarn", "--", "true").output())
        .contains("--master\nyarn\n", "/leadline-spark.jar", "\nrun\n--on\nyarn\n--\ntrue\n")
        .doesNotContain("slf4j-jdk14");

    Path unpacked = directory.resolve("unpacked");
    Files.createDirectories(unpacked.resolve("lib"));
    Files.copy(copy.home().resolve("leadline"), unpacked.resolve("leadline"));
    for (String jar : List.of("leadline.jar", "slf4j-jdk14-2.jar")) {
      Files.createFile(unpacked.resolve("lib").resolve(jar));
    }
    SourceCopy archive = near.at(unpacked);
    assertThat(archive.call("run", "--on", "yarn", "--", "true").output())
        .contains("unpacked/lib/leadline-spark.jar, which mvn package");
    Files.createFile(unpacked.resolve("lib/leadline-spark.jar"));
    assertThat(archive.call("run", "--on", "yarn", "--", "true").output())
        .contains("unpacked/lib/leadline.jar")
        .doesNotContain("slf4j-jdk14");
  }

  @Test
  void longCommandLinesAndDeepDirectories_work() throws Exception {
    Path deep = directory;
    for (int i = 0; i < 10; i++) {
      deep = deep.resolve("deep".repeat(60));
    }
    SourceCopy low = SourceCopy.in(directory, deep);
    for (int length : List.of(3_000, 100_000)) {
      SourceCopy.Call run =
          low.call(
              "run",
              "--param",
              "x=real:0..1",
              "--trials",
              "5",
              "--study",
              directory.resolve(length + ".db").toString(),
              "--",
              "sh",
              "-c",
              "echo {x} # " + "c".repeat(length));
      assertThat(run.code()).isZero();
      assertThat(run.output()).contains("[5/5]");
    }
  }
}
