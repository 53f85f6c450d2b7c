package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunCommandTest extends StudyCommandFixture {

  @Test
  void run_endsWithTheBestSettingsReadyToPaste() throws Exception {
    CommandRun run = run(6, "--param", "x=real:0..1", "--", "echo", "{x}");
    assertThat(run.code()).as(run.err()).isZero();
    List<StoredTrial> trials = trials();
    assertThat(trials).hasSize(6).allMatch(trial -> trial.state() == StoredState.DONE);
    double best = trials.stream().mapToDouble(StoredTrial::valueOrNaN).min().orElseThrow();
    assertThat(run.out()).contains("best value: " + best, "command: echo " + best);
    assertThat(directory.resolve("tune.svg")).content().contains("<svg");
    assertThat(directory.resolve("tune.trials/0-1/stdout.txt"))
        .hasContent(trials.get(0).settings().get("x"));
  }

  @Test
  void sameCommand_continuesTheNumbering() {
    run(3, "--param", "x=real:0..1", "--", "echo", "{x}");
    List<StoredTrial> before = trials();
    CommandRun again = run(5, "--param", "x=real:0..1", "--", "echo", "{x}");
    assertThat(again.err()).contains("continues after 3 trials");
    assertThat(trials()).hasSize(5).startsWith(before.toArray(StoredTrial[]::new));
    CommandRun done = run(5, "--param", "x=real:0..1", "--", "echo", "{x}");
    assertThat(done.code()).isZero();
    assertThat(trials()).hasSize(5);
  }

  @Test
  void startingPoints_areTriedFirstAndOnce() {
    String[] options = {
      "--param",
      "x=real:0..1",
      "--param",
      "f=flag",
      "--default",
      "f=true",
      "--try",
      "x=0.5",
      "--try",
      "x=0.25,f=false",
      "--",
      "echo",
      "{x}"
    };
    assertThat(run(3, options).err()).contains(": new, with 2 configurations to try first");
    assertThat(run(4, options).err()).contains(": continues after 3 trials");
    assertThat(trials()).hasSize(4);
    assertThat(trials().get(0).settings()).hasToString("{x=0.5, f=true}");
    assertThat(trials().get(1).settings()).hasToString("{x=0.25, f=false}");
    assertRefused(
        run(3, "--param", "x=real:0..1", "--try", "x=7", "--", "echo"),
        ExitCode.USAGE,
        "--try x=7: expected a number in [0.0, 1.0] for 'x' but got '7.0'");
    assertRefused(run(1, options), ExitCode.USAGE, "at least the 2 configurations to try first");
  }

  @Test
  void knownResults_areLearntFromOnce() throws Exception {
    Path table = directory.resolve("known.csv");
    Files.writeString(table, "x,value\n0.5,0.1\n7,0.2\n");
    String[] options = {"--param", "x=real:0..1", "--from", table.toString(), "--", "echo", "{x}"};
    assertThat(run(3, options).err()).contains("note: 1 result; 1 left out", "known.csv:3");
    assertThat(run(3, options).err()).contains("note: 0 results (1 more were known)");
    assertThat(trials()).hasSize(3);
    assertThat(trials().get(0).valueOrNaN()).isEqualTo(0.1);
  }

  @Test
  void knownResultsThatCannotBeRead_leaveNoStudyBehind() throws Exception {
    Path table = directory.resolve("known.csv");
    Files.writeString(table, "x;value\n0.5;0.1\n");
    assertRefused(
        run(3, "--param", "x=real:0..1", "--from", table.toString(), "--", "echo", "{x}"),
        ExitCode.USAGE,
        "known.csv:1: expected a column 'value' but got [x;value]");
    assertThat(file).doesNotExist();
  }

  @Test
  void interruptedRun_suggestsWhatAnUninterruptedOneWould() {
    run(3, "--param", "x=real:0..1", "--", "echo", "{x}");
    run(6, "--param", "x=real:0..1", "--", "echo", "{x}");
    List<StoredTrial> inParts = trials();
    file = directory.resolve("whole.db");
    run(6, "--param", "x=real:0..1", "--", "echo", "{x}");
    assertThat(trials())
        .extracting(StoredTrial::value)
        .isEqualTo(inParts.stream().map(StoredTrial::value).toList());
  }

  @Test
  void continuingOtherwise_isSaid() {
    run(2, "--param", "x=real:0..1", "--", "echo", "{x}");
    CommandRun again = run(3, "--seed", "5", "--param", "x=real:0..1", "--", "echo", "1{x}");
    assertThat(again.err())
        .contains("note: from trial 2 on: seed 5 instead of 0")
        .contains("note: from trial 2 on: command echo '1{x}' instead of echo '{x}'");
    assertThat(run(3, "--seed", "5", "--param", "x=real:0..1", "--", "echo", "1{x}").err())
        .doesNotContain("note:");
  }

  @Test
  void parallelTrials_allFinishOnce() {
    CommandRun run =
        run(
            8,
            "--parallel",
            "3",
            "--param",
            "x=real:0..1",
            "--",
            "sh",
            "-c",
            "sleep 0.05; echo {x}");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(trials()).hasSize(8).allMatch(trial -> trial.attempts() == 1);
  }

  @Test
  void environmentVariables_carryTheSettings() {
    CommandRun run =
        run(2, "--param", "pool.size=integer:1..9", "--", "printenv", "LEADLINE_pool_size");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(trials())
        .allSatisfy(
            trial ->
                assertThat(trial.value())
                    .isEqualTo(Double.parseDouble(trial.settings().get("pool.size"))));
    assertThat(run.out()).contains("command: LEADLINE_pool_size=");
  }

  @Test
  void whatDoesNotCount_isAbsentFromArgumentsVariablesAndFiles() throws Exception {
    Path template = directory.resolve("conf.in");
    Files.writeString(template, "gc={gc}\nregion={region}\nend\n");
    Path rendered = directory.resolve("conf-{trial}");
    CommandRun run =
        run(
            7,
            "--param",
            "gc=choice:g1,z",
            "--param",
            "region=integer:1..6",
            "--when",
            "region:gc == 'g1'",
            "--template",
            template + ":" + rendered,
            "--",
            "sh",
            "-c",
            "echo $LEADLINE_gc ${LEADLINE_region:-absent} $# 1",
            "sh",
            "-r={region}");
    assertThat(run.code()).as(run.err()).isZero();
    boolean isAbsentSomewhere = false;
    for (StoredTrial trial : trials()) {
      String region = trial.settings().get("region");
      boolean isG1 = String.valueOf(trial.settings().get("gc")).equals("g1");
      assertThat(region != null).isEqualTo(isG1);
      assertThat(directory.resolve("tune.trials/%d-1/stdout.txt".formatted(trial.number())))
          .hasContent(isG1 ? "g1 " + region + " 1 1" : "z absent 0 1");
      assertThat(directory.resolve("conf-" + trial.number()))
          .hasContent(isG1 ? "gc=g1\nregion=" + region + "\nend" : "gc=z\nend");
      isAbsentSomewhere |= !isG1;
    }
    assertThat(isAbsentSomewhere).isTrue();
    assertThat(CommandRun.of("show", file.toString(), "--json").code()).isZero();
  }

  @Test
  void template_isRenderedForEveryTrialAndForTheBest() throws Exception {
    Path source = Files.writeString(directory.resolve("conf.in"), "size={n}\n");
    Path target = directory.resolve("conf.ini");
    CommandRun run =
        run(
            3,
            "--param",
            "n=integer:1..9",
            "--template",
            source + ":" + target,
            "--regex",
            "size=(.*)",
            "--",
            "cat",
            target.toString());
    assertThat(run.code()).as(run.err()).isZero();
    double lowest = trials().stream().mapToDouble(StoredTrial::valueOrNaN).min().orElseThrow();
    Path best = directory.resolve("tune.best-conf.ini");
    assertThat(best).hasContent("size=" + (int) lowest);
    assertThat(run.out())
        .contains("file: %s has these settings; copy it to %s before".formatted(best, target));
  }

  @Test
  void templateForParallelTrials_needsAFileOfItsOwn() throws Exception {
    Path source = Files.writeString(directory.resolve("conf.in"), "size={n}\n");
    CommandRun run =
        run(
            3,
            "--parallel",
            "2",
            "--param",
            "n=integer:1..9",
            "--template",
            source + ":out",
            "--",
            "cat",
            "out");
    assertRefused(run, ExitCode.USAGE, "expected {trial} in the destination");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--maximise", "--maximize"})
  void maximise_keepsTheLargest(String option) {
    CommandRun run = run(5, option, "--param", "x=real:0..1", "--", "echo", "{x}");
    double best = trials().stream().mapToDouble(StoredTrial::valueOrNaN).max().orElseThrow();
    assertThat(run.out()).contains("best value: " + best);
  }
}
