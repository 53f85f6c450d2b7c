package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.Measurement;
import dev.leadline.storage.Measurement.Subject;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfirmTest extends StudyCommandFixture {

  private String[] tune = {};

  /** A program whose value, n, rises by one part in a hundred with every run. */
  @BeforeEach
  void writeProgram() throws Exception {
    Path program =
        Files.writeString(
            directory.resolve("program.sh"),
            """
            #!/bin/sh
            cd "$(dirname "$0")"
            echo "$1" >> runs
            echo "ms: $(( $1 * (1000 + 10 * $(wc -l < runs)) ))"
            """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    tune =
        new String[] {
          "--param",
          "n=integer:20..60",
          "--baseline",
          "n=50",
          "--regex",
          "ms: (.*)",
          "--",
          program.toString(),
          "{n}"
        };
  }

  @Test
  void confirmation_measuresInTurnsAndIsKeptAndShown() throws Exception {
    run(6, tune);
    int before = runs().size();
    CommandRun confirm = CommandRun.of("confirm", file.toString(), "--repeat", "3");
    assertThat(confirm.code()).as(confirm.err()).isZero();
    StoredTrial best =
        trials().stream()
            .min((a, b) -> Double.compare(a.valueOrNaN(), b.valueOrNaN()))
            .orElseThrow();
    String n = best.settings().get("n");
    assertThat(runs().subList(before, before + 6)).containsExactly("50", n, n, "50", "50", n);
    String line =
        "confirmation: best settings (trial %d) against yours (trial 0), measured in 3 turns: "
            .formatted(best.number());
    assertThat(confirm.out()).contains(line).containsPattern("% better, 95 % interval .* to .* %");
    assertThat(CommandRun.of("show", file.toString()).out()).contains(line);
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .contains("\"confirmation\":{\"begun\":\"")
        .contains("\"proven\":true");
  }

  @Test
  void confirmation_saysWhichLimitsWereBroken() throws Exception {
    Path program =
        Files.writeString(
            directory.resolve("limited.sh"),
            """
            #!/bin/sh
            cd "$(dirname "$0")"
            echo >> runs
            echo "value=$1.$(wc -l < runs)"
            echo "mb=$(wc -l < runs)"
            """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    String[] limited = {
      "--param",
      "n=integer:20..60",
      "--baseline",
      "n=50",
      "--limit",
      "mb <= 9",
      "--",
      program.toString(),
      "{n}"
    };
    run(6, limited);
    CommandRun confirm = CommandRun.of("confirm", file.toString(), "--repeat", "3");
    assertThat(confirm.err()).contains(", breaks mb <= 9.0");
    assertThat(confirm.out())
        .contains("; it broke mb <= 9.0 in 1 of 3 turns; yours broke mb <= 9.0 in 2 of 3 turns");
  }

  @Test
  void confirmation_ofSeveralGoalsIsOfAChosenTrialAndSaysEach() {
    String[] several = {
      "--param",
      "n=integer:20..60",
      "--baseline",
      "n=50",
      "--goal",
      "minimise:ms",
      "--goal",
      "maximise:hits",
      "--",
      "echo",
      "ms={n} hits={n}"
    };
    run(6, several);
    assertRefused(
        CommandRun.of("confirm", file.toString()),
        ExitCode.USAGE,
        "expected --trial N with a study of several goals");
    assertRefused(
        CommandRun.of("confirm", file.toString(), "--trial", "17"),
        ExitCode.USAGE,
        "expected --trial of a completed trial but there is none of number 17");
    CommandRun confirm = CommandRun.of("confirm", file.toString(), "--trial", "3");
    assertThat(confirm.code()).as(confirm.err()).isZero();
    assertThat(confirm.out())
        .containsPattern(
            "settings of trial 3 against yours .*: ms .*, 95 % interval .*; hits .*, 95 % interval");
  }

  @Test
  void confirmationAtTheEndOfARun_isPartOfItsTrialsAndMadeOnce() throws Exception {
    CommandRun run = run(10, with(tune, "--confirm", "3"));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(trials()).hasSize(4);
    assertThat(runs()).hasSize(10);
    assertThat(run.out()).contains("confirmation: best settings");
    CommandRun again = run(10, with(tune, "--confirm", "3"));
    assertThat(again.out()).contains("confirmation: best settings");
    assertThat(runs()).hasSize(10);
  }

  @Test
  void confirmation_canBeGivenMoreTurns() throws Exception {
    run(6, tune);
    CommandRun.of("confirm", file.toString(), "--repeat", "2");
    CommandRun more = CommandRun.of("confirm", file.toString(), "--repeat", "4");
    List<Measurement> measured = Measurement.all(StudyFile.read(file).attachments());
    assertThat(measured).extracting(Measurement::begun).containsOnly(measured.get(0).begun());
    assertThat(measured).hasSize(8);
    assertThat(more.out()).contains("measured in 4 turns");
  }

  @Test
  void everyTrial_canBeMeasuredSeveralTimesOfWhichTheMedianCounts() throws Exception {
    CommandRun run = run(3, with(tune, "--repeat", "3"));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(runs()).hasSize(9).startsWith("50", "50", "50");
    assertThat(trials().get(0).value()).isEqualTo(50 * 1020.0);
  }

  @Test
  void drift_isMeasuredBesideTheTrialsAndSaid() throws Exception {
    CommandRun run = run(41, with(tune, "--watch-drift"));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Measurement.all(StudyFile.read(file).attachments()))
        .extracting(Measurement::subject)
        .containsExactly(Subject.DRIFT, Subject.DRIFT, Subject.DRIFT, Subject.DRIFT);
    assertThat(runs()).hasSize(45);
    String words = "the machine drifts: from trial 0 to 40 the value of your settings rose by ";
    assertThat(run.out()).contains(words);
    assertThat(CommandRun.of("show", file.toString()).out()).contains(words);
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .contains("\"drift\":{\"words\":\"the machine drifts");
  }

  @Test
  void whatCannotBeConfirmed_isRefusedInOneSentence() {
    String[] plain = {"--param", "n=integer:0..9", "--", "echo", "{n}"};
    assertRefused(
        run(9, with(plain, "--confirm", "3")),
        ExitCode.USAGE,
        "expected --confirm with your settings of today but there are none");
    assertRefused(
        run(9, with(tune, "--confirm", "1")), ExitCode.USAGE, "expected --confirm of 2 or more");
    assertRefused(
        run(6, with(tune, "--confirm", "3")),
        ExitCode.USAGE,
        "expected --trials above the 6 evaluations of --confirm 3 but got 6");
    assertRefused(
        run(6, with(tune, "--repeat", "2", "--early", "median")), ExitCode.USAGE, "--repeat");
    assertThat(file).doesNotExist();
    run(3, plain);
    assertRefused(
        CommandRun.of("confirm", file.toString()),
        ExitCode.USAGE,
        "expected a study with your settings among its trials but there are none");
    assertRefused(
        CommandRun.of("confirm", directory.resolve("none.db").toString()),
        ExitCode.STORAGE,
        "none.db does not exist");
  }

  @Test
  void settingsThatAreBestAlready_needNoConfirmation() {
    String[] best = {"--param", "n=integer:0..9", "--baseline", "n=0", "--", "echo", "{n}"};
    CommandRun run = run(8, with(best, "--confirm", "2"));
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains(
            "confirmation: no trial is better than your settings (trial 0): there is nothing");
    assertRefused(CommandRun.of("confirm", file.toString()), ExitCode.FAILED, "nothing to confirm");
  }

  private List<String> runs() throws Exception {
    return Files.readAllLines(directory.resolve("runs"));
  }
}
