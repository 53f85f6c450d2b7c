package dev.leadline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.LaboratoryCommands;
import dev.leadline.app.Leadline;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyLocation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code leadline run --on}, with executors that are threads of this process. */
class RunOnSparkTest {

  private static final String MASTER = "local[2]";

  @TempDir Path directory;
  private Path program;
  private Path study;

  private record Run(int code, String out, String err) {}

  @BeforeEach
  void write() throws Exception {
    System.setProperty("spark.ui.enabled", "false"); // as spark-submit --conf does
    System.setProperty("spark.driver.bindAddress", "127.0.0.1");
    System.setProperty("spark.driver.host", "localhost");
    study = directory.resolve("tune.db");
    program =
        Files.writeString(
            directory.resolve("twice.sh"), "#!/bin/sh\necho $(pwd)\necho \"for $1 $LEADLINE_k\"\n");
  }

  @Test
  void command_runsOnExecutorsWithItsFilesAndItsOutputComesBack() throws Exception {
    Run run =
        run(MASTER, "--ship", program.toString(), "--trials", "5", "--", program.toString(), "{x}");
    assertThat(run.err()).doesNotContain("leadline:");
    assertThat(run.code()).isZero();
    List<StoredTrial> trials = StudyLocation.parse(study.toString()).read().trials();
    assertThat(trials).hasSize(5);
    for (StoredTrial trial : trials) {
      String k = trial.settings().get("k");
      assertThat(trial.valueOrNaN()).isEqualTo(Double.parseDouble(k));
      String printed =
          Files.readString(directory.resolve(String.valueOf(trial.output())).resolve("stdout.txt"));
      assertThat(printed).contains("for " + trial.settings().get("x") + " " + k);
      assertThat(printed).as("a directory of its own").contains("leadline-trial");
    }
    assertThat(run.out()).contains("command: LEADLINE_k=").contains("./twice.sh");
  }

  @Test
  void commandThatIsMissingThere_isSaidAndCostsNoTrial() {
    Run run = run(MASTER, "--trials", "5", "--", "/no/such/program", "{x}");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains("leadline: the command cannot be started on the executors")
        .contains("/no/such/program");
    assertThat(StudyLocation.parse(study.toString()).read().trials())
        .allMatch(trial -> trial.state().isOpen());
  }

  @Test
  void masterThatCannotBeReached_isSaidAtOnce() {
    Run run = run("spark://127.0.0.1:1", "--trials", "5", "--", "echo", "{x}");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("leadline: the master spark://127.0.0.1:1 cannot be reached");
    assertThat(StudyLocation.parse(study.toString()).read().trials()).isEmpty();
  }

  @Test
  void trialThatTakesTooLong_isEnded() throws Exception {
    Run run =
        run(MASTER, "--trials", "1", "--timeout", "300ms", "--", "sh", "-c", "echo {x}; sleep 60");
    assertThat(run.code()).isEqualTo(1);
    assertThat(StudyLocation.parse(study.toString()).read().trials())
        .extracting(StoredTrial::reason)
        .containsExactly("timed out after 0.3 s");
  }

  private Run run(String master, String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of("run", "--on", master, "--param", "x=real:0..1", "--param", "k=integer:1..9"));
    all.addAll(List.of("--strategy", "sobol", "--study", study.toString()));
    all.addAll(List.of(arguments));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Leadline.commandLine(new LaboratoryCommands(List.of()))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(all.toArray(String[]::new));
    return new Run(code, out.toString(), err.toString());
  }
}
