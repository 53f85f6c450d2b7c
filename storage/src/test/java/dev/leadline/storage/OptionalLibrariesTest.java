package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Space;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs on class paths without the libraries that are optional. */
class OptionalLibrariesTest {

  /** What is run on them. */
  static final class Program {
    public static void main(String[] arguments) {
      if (arguments[0].startsWith("postgresql:")) {
        try {
          StudyLocation.parse(arguments[0]).read();
        } catch (StorageException e) {
          System.out.println(e.getMessage());
        }
        return;
      }
      Space space = Space.builder().real("x", 0, 1).build();
      StudySetup setup = StudySetup.minimise(space).strategy("committee");
      try (StoredStudy study = StoredStudy.open(Path.of(arguments[0]), setup)) {
        study.optimize(c -> c.real("x"), 6, 2);
        System.out.println(study.trials().size() + " trials");
      }
    }
  }

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "HikariCP"})
  void postgresql_saysWhichLibrariesItNeeds(String missing) throws Exception {
    assertThat(run(".*/(" + missing + ")-[^/]*[.]jar", "postgresql://127.0.0.1:1/none/study"))
        .startsWith(
            "postgresql://127.0.0.1:1/none needs the libraries org.postgresql:postgresql and com.zaxxer:HikariCP")
        .contains("add both to the dependencies");
  }

  /** What else is printed would be SLF4J's complaint that it has no logger. */
  @Test
  void file_needsNoLogger() throws Exception {
    String study = directory.resolve("study.db").toString();
    assertThat(run(".*/(postgresql|HikariCP|slf4j[^/]*)-[0-9][^/]*[.]jar", study))
        .isEqualTo("6 trials\n");
  }

  private String run(String without, String argument) throws Exception {
    Pattern left = Pattern.compile(without);
    String classPath =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(System.getProperty("java.class.path"))
            .filter(entry -> !left.matcher(entry).matches())
            .collect(Collectors.joining(File.pathSeparator));
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Program.class.getName(),
                argument)
            .redirectErrorStream(true)
            .start();
    String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return said;
  }
}
