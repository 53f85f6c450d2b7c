package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryCommandTest extends StudyCommandFixture {

  @Test
  void repairedCommand_triesTheFailedTrialsAgain() throws Exception {
    Path broken = Files.createFile(directory.resolve("broken"));
    String[] command = {
      "--param", "x=real:0..1", "--", "sh", "-c", "! test -e " + broken + " && echo {x}"
    };
    CommandRun first = run(10, command);
    assertRefused(first, ExitCode.FAILED, "repair the command and run it again");
    List<StoredTrial> failed = trials();
    Files.delete(broken);
    CommandRun spent = run(10, command);
    assertRefused(spent, ExitCode.FAILED, "then leadline retry " + file + " and run it again");
    assertThat(CommandRun.of("retry", file.toString(), "--trial", "3").out())
        .contains("1 trial of " + file + " will be tried again");
    assertThat(CommandRun.of("retry", file.toString(), "--failed").out())
        .contains("9 trials of " + file + " will be tried again");
    CommandRun repaired = run(10, command);
    assertThat(repaired.code()).as(repaired.err()).isZero();
    assertThat(repaired.err()).contains("continues after 0 trials (10 unfinished)");
    assertThat(trials()).hasSize(10).allMatch(trial -> trial.state() == StoredState.DONE);
    assertThat(trials()).allMatch(trial -> trial.attempts() == 2);
    for (StoredTrial trial : failed) {
      assertThat(trials().get(trial.number()).settings()).isEqualTo(trial.settings());
    }
    assertThat(CommandRun.of("retry", file.toString()).out()).contains("no trial of");
    assertRefused(
        CommandRun.of("retry", file.toString(), "--trial", "99"),
        ExitCode.USAGE,
        "there is no trial 99");
  }

  @Test
  void ignoreFailed_countsValuesOnly() {
    String script = "case {n} in 1|2|3) exit 1;; *) echo {n};; esac";
    String[] command = {"--param", "n=integer:1..9", "--", "sh", "-c", script};
    run(4, with(command, "--ignore-failed"));
    assertThat(trials()).filteredOn(trial -> trial.state() == StoredState.DONE).hasSize(4);
  }

  @Test
  void deletedTrial_isLeftOutAndRemembered() {
    run(3, "--param", "x=real:0..1", "--", "echo", "{x}");
    String trial = "1";
    assertRefused(
        CommandRun.of("retry", file.toString(), "--delete", trial),
        ExitCode.USAGE,
        "expected --reason TEXT with --delete N");
    assertRefused(
        CommandRun.of("retry", file.toString(), "--delete", trial, "--reason", " "),
        ExitCode.USAGE,
        "expected --reason with some words");
    Instant finished = trials().get(1).finished();
    CommandRun deleted =
        CommandRun.of("retry", file.toString(), "--delete", trial, "--reason", "wrong machine");
    assertThat(deleted.out()).contains("trial 1 is deleted: wrong machine");
    assertThat(trials().get(1).finished()).isEqualTo(finished);
    assertThat(CommandRun.of("show", file.toString()).out())
        .containsPattern("1 +deleted .*wrong machine")
        .contains("of 2 trials");
    CommandRun again = run(3, "--param", "x=real:0..1", "--", "echo", "{x}");
    assertThat(again.err()).contains("continues after 2 trials");
    assertThat(trials()).hasSize(4);
  }
}
