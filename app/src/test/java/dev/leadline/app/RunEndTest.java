package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.execute.Living;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RunEndTest extends StudyCommandFixture {

  @Test
  void stopRule_endsTheRunWithItsReason() {
    String[] command = {"--param", "x=real:0..1", "--stop", "stalled >= 100", "--", "echo", "{x}"};
    String rule = "best < 0.9 and trials >= 12";
    CommandRun run = run(40, with(command, "--strategy", "committee", "--stop", rule));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("done: enough by the rule best < 0.9 and trials >= 12 (trials 12, best 0")
        .containsPattern("chance that 10 more trials better it by more than \\S+: \\d+ %");
    assertThat(trials()).hasSize(12);
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("after 12 trials: stopped by the rule best < 0.9 and trials >= 12 (trials 12");
    file = directory.resolve("other.db");
    assertRefused(
        run(40, with(command, "--stop", "trials < 1")),
        ExitCode.FAILED,
        "no trial was started: enough by the rule trials < 1 (trials 0); change --stop");
    assertRefused(
        run(40, with(command, "--stop", "bets < 1")),
        ExitCode.USAGE,
        "--stop: cannot read the condition \"bets < 1\"");
  }

  @Test
  void time_startsNoMoreTrials() {
    CommandRun run =
        run(
            1000,
            "--time",
            "300ms",
            "--param",
            "x=real:0..1",
            "--",
            "sh",
            "-c",
            "sleep 0.1; echo {x}");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("the time is used up");
    assertThat(trials()).hasSizeLessThan(10).allMatch(trial -> trial.state() == StoredState.DONE);
  }

  @Test
  void usedUpSpace_endsTheStudyWithThatReason() {
    CommandRun run = run(50, "--param", "n=integer:1..3", "--", "echo", "{n}");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("all of its 3 feasible configurations are evaluated");
    assertThat(trials()).hasSize(3);
    file = directory.resolve("one.db");
    assertThat(run(5, "--param", "n=integer:3..3", "--", "echo", "{n}").out())
        .contains("its only feasible configuration is evaluated");
  }

  @Test
  void commandThatAlwaysFails_stopsEarlyWithASentence() {
    CommandRun run = run(50, "--param", "x=real:0..1", "--", "false");
    assertRefused(run, ExitCode.FAILED, "the first 10 trials all failed");
  }

  @Test
  void failures_areRecordedWithTheirReasonsAndTheRunGoesOn() {
    CommandRun run =
        run(
            6,
            "--param",
            "n=integer:1..6",
            "--",
            "sh",
            "-c",
            "case {n} in 1) echo bad luck >&2; exit 3;; 2) echo nan;; 3) kill -9 $$;; *) echo {n};;"
                + " esac");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(trials())
        .filteredOn(trial -> trial.state() == StoredState.FAILED)
        .extracting(StoredTrial::reason)
        .containsExactlyInAnyOrder(
            "exit code 3: bad luck", "the value was NaN", "ended by signal 9");
    assertThat(run.out()).contains("(3 failed)");
  }

  @Test
  void trialThatWillNotBecomeGood_isEndedAndItsCurveKept() {
    String script = "for i in 1 2 3; do echo \"step $i loss {x}\"; done; [ {x} = 0.1 ] || sleep 30";
    String[] options = {
      "--param",
      "x=ordinal:0.1,0.9",
      "--try",
      "x=0.1",
      "--early",
      "median after=1 first=3",
      "--",
      "sh",
      "-c",
      script
    };
    CommandRun run = run(2, options);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("trial 1 stopped: worse at step 3 than the median of 1 ");
    assertThat(trials())
        .extracting(StoredTrial::state)
        .containsExactly(StoredState.DONE, StoredState.STOPPED);
    assertThat(run.out()).contains(".curves.svg");
    assertThat(CommandRun.of("show", file.toString()).out()).contains(".curves.svg");
    assertThat(trials().get(1).curve()).hasToString("1:0.9 2:0.9 3:0.9");
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("early median first=3 after=1")
        .containsPattern("1 +stopped +- +0.9 +worse at step 3");
    assertThat(CommandRun.of("show", "--csv", file.toString()).out())
        .contains(",.curve\r\n")
        .contains("1,stopped,,0.9,")
        .contains(",1:0.9 2:0.9 3:0.9\r\n");
    assertRefused(
        run(2, "--param", "x=real:0..1", "--early", "asha chance=1", "--", "echo"),
        ExitCode.USAGE,
        "--early: expected one of first, factor with the rule asha but got 'chance'");
  }

  @Test
  void timeout_killsTheWholeTree() throws Exception {
    Path pids = directory.resolve("pids");
    String script =
        "(sleep 73 & echo $! >> P); sleep 300 & echo $! >> P; (sleep 301 & echo $! >> P; wait); echo {x}"
            .replace("P", pids.toString());
    CommandRun run =
        run(1, "--timeout", "500ms", "--param", "x=real:0..1", "--", "sh", "-c", script);
    assertThat(run.code()).isEqualTo(ExitCode.FAILED.number());
    assertThat(trials().get(0).reason()).isEqualTo("timed out after 0.5s");
    assertThat(Files.readAllLines(pids)).hasSize(3);
    assertThat(Living.of(Files.readAllLines(pids))).isEmpty();
  }

  @Test
  void timeoutsAtTheSameTime_shareOneGracePeriod() {
    String stubborn = "trap '' TERM; while :; do sleep 0.1; done";
    Instant begin = Instant.now();
    run(
        8,
        with(
            new String[] {"--param", "x=real:0..1", "--", "sh", "-c", stubborn},
            "--parallel",
            "8",
            "--timeout",
            "300ms"));
    assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(8));
    assertThat(trials())
        .hasSize(8)
        .extracting(StoredTrial::reason)
        .containsOnly("timed out after 0.3s");
  }

  @Test
  void valuesThatAreAllAlike_raiseAQuestionOnce() {
    String[] deaf = {"--param", "x=real:0..1", "--", "echo", "7"};
    CommandRun run = run(8, deaf);
    assertThat(run.err())
        .containsOnlyOnce("hint: the first 5 values are all 7.0: do your settings reach")
        .contains(directory.resolve("tune.trials/4-1/command.txt").toString());
    file = directory.resolve("heard.db");
    String[] counted = {"--param", "x=real:0..1", "--", "sh", "-c", "echo $(({trial} / 4))"};
    assertThat(run(8, counted).err()).doesNotContain("hint:");
  }
}
