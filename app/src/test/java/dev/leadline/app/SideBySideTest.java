package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.storage.StoredState;
import dev.leadline.storage.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes on one study file leave each other's trials alone. */
class SideBySideTest {

  private static final String SCRIPT = "echo {trial} >> begun; sleep 0.3; echo {x}";

  @TempDir Path directory;

  @Test
  void threeProcesses_evaluateEveryTrialOnce() throws Exception {
    assertThatEachIsEvaluatedOnce(36, List.of(run(36, 2), run(36, 1), work(8)));
  }

  @Test
  @Tag("slow")
  void anyThreeProcesses_evaluateEveryTrialOnce() throws Exception {
    for (int first : List.of(1, 2, 8)) {
      for (int second : List.of(1, 2, 8)) {
        for (int third : List.of(1, 2, 8)) {
          List<String> last = third == 2 ? run(90, third) : work(third);
          assertThatEachIsEvaluatedOnce(90, List.of(run(90, first), work(second), last));
        }
      }
    }
  }

  private void assertThatEachIsEvaluatedOnce(int trials, List<List<String>> commands)
      throws Exception {
    Path begun = directory.resolve("begun");
    Files.deleteIfExists(begun);
    Files.deleteIfExists(directory.resolve("tune.db"));
    List<Process> processes = new ArrayList<>();
    try {
      for (List<String> command : commands) {
        processes.add(start(command, processes.size()));
        while (!Files.exists(begun) && processes.get(0).isAlive()) {
          TimeUnit.MILLISECONDS.sleep(20); // workers want a study
        }
      }
      for (int i = 0; i < processes.size(); i++) {
        assertThat(processes.get(i).waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(processes.get(i).exitValue()).as(said(i)).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    assertThat(StudyFile.read(directory.resolve("tune.db")).trials())
        .hasSize(trials)
        .allSatisfy(trial -> assertThat(trial.state()).isEqualTo(StoredState.DONE))
        .allSatisfy(trial -> assertThat(trial.attempts()).isEqualTo(1));
    assertThat(Files.readAllLines(begun)).hasSize(trials).doesNotHaveDuplicates();
  }

  private static List<String> run(int trials, int parallel) {
    return List.of(
        "run",
        "--param=x=real:0..1",
        "--strategy=sobol",
        "--study=tune.db",
        "--trials=" + trials,
        "--parallel=" + parallel,
        "--",
        "sh",
        "-c",
        SCRIPT);
  }

  private static List<String> work(int parallel) {
    return List.of("work", "tune.db", "--parallel=" + parallel, "--", "sh", "-c", SCRIPT);
  }

  private Process start(List<String> command, int number) throws IOException {
    List<String> words = new ArrayList<>(ThisBuild.command("96m"));
    words.addAll(command);
    return new ProcessBuilder(words)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("said-" + number).toFile())
        .start();
  }

  private String said(int number) throws IOException {
    return Files.readString(directory.resolve("said-" + number));
  }
}
