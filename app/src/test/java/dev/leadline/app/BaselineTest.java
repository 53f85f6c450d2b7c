package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.problem.Baseline;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BaselineTest extends StudyCommandFixture {

  private static final String[] TUNE = {"--", "echo", "p99_ms", "{threads}"};

  private static final String[] INLINE = {
    "--param", "threads=integer:1..200", "--baseline", "threads=182", "--", "echo", "{threads}"
  };

  @Test
  void defaultsOfAllParameters_areTriedFirstAndComparedWith() throws Exception {
    CommandRun run = run(6, with(TUNE, "--space", space().toString()));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(trials().get(0).settings()).hasToString("{threads=182}");
    double best = trials().stream().mapToDouble(StoredTrial::valueOrNaN).min().orElseThrow();
    String gain = Baseline.percent((182 - best) / 182) + " better than your settings";
    String sentence = "p99_ms %.0f instead of 182, %s (trial 0)".formatted(best, gain);
    assertThat(run.out()).contains(sentence);
    assertThat(run.err()).contains(gain);
    assertThat(directory.resolve("tune.svg")).content().contains("your settings: 182");
    CommandRun shown = CommandRun.of("show", file.toString());
    assertThat(shown.out()).contains(sentence).containsPattern("0 +done +182 +182 +your settings");
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .contains(
            "\"baseline\":{\"trial\":0,\"params\":{\"threads\":182},\"value\":182.0,\"gain\":0.");
    assertThat(CommandRun.of("show", file.toString(), "--csv").out())
        .contains(".baseline")
        .containsPattern("0,done,182.0,yes,182")
        .contains(",no,");
  }

  @Test
  void baseline_isTriedOnceHoweverOftenTheStudyIsContinued() throws Exception {
    run(3, INLINE);
    run(5, INLINE);
    assertThat(trials()).filteredOn(t -> t.settings().containsValue("182")).hasSize(1);
  }

  @Test
  void baseline_canBeLeftOut() throws Exception {
    CommandRun run = run(3, with(TUNE, "--no-baseline", "--space", space().toString()));
    assertThat(trials().get(0).settings()).doesNotContainValue("182");
    assertThat(run.out()).doesNotContain("your settings");
  }

  @Test
  void baselineOfTheCommandLine_standsForTheDefaultsOfTheFile() throws Exception {
    run(2, with(TUNE, "--baseline", "threads=150", "--space", space().toString()));
    assertThat(trials().get(0).settings()).hasToString("{threads=150}");
  }

  @Test
  void baselineThatIsBest_isSaidToBe() {
    CommandRun best = run(3, "--param", "n=integer:0..3", "--baseline", "n=0", "--", "echo", "{n}");
    assertThat(best.out()).contains("no trial is better than your settings (trial 0)");
  }

  @Test
  void baselineThatFails_isSaidToHaveNoValue() {
    CommandRun run =
        run(
            4,
            "--param",
            "n=integer:0..9",
            "--baseline",
            "n=0",
            "--",
            "sh",
            "-c",
            "test {n} -gt 0 && echo {n}");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("your settings (trial 0) have no value: exit code 1");
  }

  @Test
  void baselineOfSeveralGoals_isComparedWithTheFront() {
    CommandRun run =
        run(
            12,
            "--param",
            "n=integer:0..9",
            "--baseline",
            "n=9",
            "--goal",
            "minimise:ms",
            "--goal",
            "minimise:mb",
            "--",
            "echo",
            "ms {n} mb {n}");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("your settings (trial 0): ms 9, mb 9; 1 of the front is better in everything");
  }

  @Test
  void baselineThatIsNone_isRefused() {
    assertRefused(
        run(3, with(INLINE, "--param", "y=flag")),
        ExitCode.USAGE,
        "--baseline threads=182: expected a value for 'y'");
    assertRefused(
        run(3, with(INLINE, "--default", "threads=3")),
        ExitCode.USAGE,
        "--baseline threads=182: expected one default of 'threads' but got another");
    assertRefused(
        run(3, with(INLINE, "--require", "threads < 100")),
        ExitCode.USAGE,
        "--baseline threads=182: expected a configuration that satisfies 'threads < 100'");
    assertThat(file).doesNotExist();
  }

  private Path space() throws Exception {
    return Files.writeString(
        directory.resolve("space.yaml"),
        """
        minimise: p99_ms
        parameters:
          - {name: threads, integer: [1, 200], default: 182}
        """);
  }
}
