package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.process.Living;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import dev.leadline.study.Measurements;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void setUp() {
    file = directory.resolve("tune.db");
  }

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
    assertThat(run(3, options).code()).isZero();
    assertThat(run(4, options).code()).isZero();
    assertThat(trials()).hasSize(4);
    assertThat(trials().get(0).settings()).hasToString("{x=0.5, f=true}");
    assertThat(trials().get(1).settings()).hasToString("{x=0.25, f=false}");
    assertRefused(
        run(3, "--param", "x=real:0..1", "--try", "x=7", "--", "echo"),
        ExitCode.USAGE,
        "--try x=7: expected a number in [0.0, 1.0] for 'x' but got '7.0'");
    assertRefused(run(1, options), ExitCode.USAGE, "at least the 2 starting points");
  }

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
    assertRefused(
        run(40, with(command, "--stop", "bets < 1")),
        ExitCode.USAGE,
        "--stop: cannot read the condition \"bets < 1\"");
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
    assertThat(trials().get(1).curve()).hasToString("1:0.9 2:0.9 3:0.9");
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("early median first=3 after=1")
        .containsPattern("1 +stopped +- +0.9 +worse at step 3");
    assertThat(CommandRun.of("show", "--csv", file.toString()).out())
        .contains(",curve\r\n")
        .contains("1,stopped,,0.9,")
        .contains(",1:0.9 2:0.9 3:0.9\r\n");
    assertRefused(
        run(2, "--param", "x=real:0..1", "--early", "asha chance=1", "--", "echo"),
        ExitCode.USAGE,
        "--early: expected one of first, factor with the rule asha but got 'chance'");
  }

  @Test
  void metrics_areReadByNameKeyOrPatternAndShown() {
    String[] options = {
      "--param",
      "x=real:0..1",
      "--limit",
      "p99_ms <= 50",
      "--limit",
      "rss_mb <= 512",
      "--metric",
      "rss_mb=regex:used (\\S+) MB",
      "--",
      "echo",
      "used 300 MB, {\"value\": {x}, \"p99_ms\": 20.5}"
    };
    CommandRun run = run(2, options);
    assertThat(run.code()).as(run.err()).isZero();
    Measurements expected = Measurements.of("p99_ms", 20.5).with("rss_mb", 300);
    assertThat(trials()).hasSize(2).allMatch(trial -> trial.measurements().equals(expected));
    assertThat(trials().get(0).settings().get("x"))
        .isEqualTo(String.valueOf(trials().get(0).value()));
    assertThat(CommandRun.of("show", file.toString()).out())
        .containsPattern("trial +state +value +p99_ms +rss_mb +x +note");
    assertThat(CommandRun.of("show", file.toString(), "--csv").out())
        .startsWith("trial,state,value,p99_ms,rss_mb,x,reason,")
        .contains(",20.5,300.0,");
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .containsPattern("\"values\":\\{\"value\":0\\.\\d+,\"p99_ms\":20.5,\"rss_mb\":300.0}");
  }

  @Test
  void severalGoals_endWithTheirFront() {
    String[] options = {
      "--param",
      "x=real:0..1",
      "--strategy",
      "committee",
      "--goal",
      "minimise:cost",
      "--goal",
      "maximise:gain",
      "--reference",
      "cost=1,gain=0",
      "--",
      "echo",
      "cost={x} gain={x}"
    };
    CommandRun run = run(6, options);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("front of minimise cost, maximise gain: 6 of 6 trials")
        .containsPattern("  trial \\d: cost 0\\.\\d+, gain 0\\.\\d+  x=0\\.\\d+")
        .contains("reference (given): cost 1, gain 0; volume beyond it: ");
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("also maximise gain", "front of minimise cost, maximise gain: 6 of 6 trials");
    assertThat(CommandRun.of("show", file.toString(), "--csv").out())
        .startsWith("trial,state,value,gain,front,x,reason,")
        .contains(",yes,");
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .contains("\"front\":{\"goals\":[{\"metric\":\"cost\"");
    Path picture = directory.resolve(String.valueOf(file.getFileName()).replace(".db", ".svg"));
    assertThat(picture).content().contains("6 of 6 trials are on the front", "gain (maximise)");
    assertThat(CommandRun.of("show", file.toString(), "--page").code()).isZero();
    assertRefused(
        run(2, "--param", "x=real:0..1", "--goal", "minimise:a", "--", "echo", "a=1"),
        ExitCode.USAGE,
        "--goal: expected two or three goals but got 1");
  }

  @Test
  void best_keepsTheLimits() {
    String[] options = {
      "--param",
      "x=real:0..1",
      "--strategy",
      "committee",
      "--limit",
      "y >= 0.4",
      "--",
      "echo",
      "value={x} y={x}"
    };
    CommandRun run = run(12, options);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern("best value: 0\\.4").containsPattern("  y: 0\\.4");
    assertThat(directory.resolve("tune.limits.svg"))
        .content()
        .contains("y &gt;= 0.4", "class=\"allowed\"", "class=\"best\"", "class=\"broken\"");
    Path never = directory.resolve("never.db");
    assertRefused(
        CommandRun.of(
            "run",
            "--study",
            never.toString(),
            "--trials",
            "2",
            "--param",
            "x=real:0..1",
            "--limit",
            "y >= 4",
            "--strategy",
            "random",
            "--",
            "echo",
            "value={x} y={x}"),
        ExitCode.FAILED,
        "no trial keeps all limits; trial ");
    assertThat(CommandRun.of("show", never.toString()).out())
        .contains("no trial keeps all limits; trial ", "(y >= 4.0)");
  }

  @Test
  void metricThatDoesNotAppear_isSaidAfterTheFirstTrial() throws Exception {
    assertRefused(
        run(9, "--param", "x=real:0..1", "--limit", "p99 <= 5", "--", "echo", "value={x}"),
        ExitCode.FAILED,
        "the metric 'p99' did not appear: expected a line like 'p99 = 1.5' or a JSON object with that key but the last line is 'value=");
    assertThat(trials()).hasSize(1);
    Path space = directory.resolve("pool.yaml");
    Files.writeString(space, "parameters:\n  - {name: y, real: [0, 1]}\nlimits:\n  - p99 <= 5\n");
    file = directory.resolve("placed.db");
    assertRefused(
        run(9, "--space", space.toString(), "--", "echo", "value={y}"),
        ExitCode.FAILED,
        "the metric 'p99' of %s:4 did not appear".formatted(space));
    assertRefused(
        run(9, "--param", "x=real:0..1", "--metric", "p=json:p", "--", "echo", "{x}"),
        ExitCode.USAGE,
        "--metric p=json:p: expected one of the metrics [] but got 'p'");
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
    double best = trials().stream().mapToDouble(StoredTrial::valueOrNaN).min().orElseThrow();
    assertThat(directory.resolve("tune.best-conf.ini")).hasContent("size=" + (int) best);
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

  @Test
  void maximise_keepsTheLargest() {
    CommandRun run = run(5, "--maximise", "--param", "x=real:0..1", "--", "echo", "{x}");
    double best = trials().stream().mapToDouble(StoredTrial::valueOrNaN).max().orElseThrow();
    assertThat(run.out()).contains("best value: " + best);
  }

  @Test
  void jsonMetric_isReadByKey() {
    CommandRun run =
        run(
            2,
            "--json",
            "stats.x",
            "--param",
            "x=real:0..1",
            "--",
            "echo",
            "{\"stats\": {\"x\": {x}}}");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(trials().get(0).settings().get("x"))
        .isEqualTo(String.valueOf(trials().get(0).value()));
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
  void usedUpSpace_endsTheStudyWithThatReason() {
    CommandRun run = run(50, "--param", "n=integer:1..3", "--", "echo", "{n}");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("all of its 3 feasible configurations are evaluated");
    assertThat(trials()).hasSize(3);
  }

  @Test
  void constraintsThatNothingSatisfies_areASentence() {
    for (String kind : List.of("real", "integer")) {
      file = directory.resolve(kind + ".db");
      CommandRun run =
          run(5, "--param", "x=" + kind + ":0..1", "--require", "x > 2", "--", "echo", "{x}");
      assertRefused(run, ExitCode.FAILED, "the constraints [x > 2]");
    }
  }

  @Test
  void spaceTooWideForTheNetwork_isLeftToTheCommitteeWithANote() {
    List<String> arguments = new ArrayList<>(List.of("--strategy", "pfn"));
    for (int i = 0; i < 31; i++) {
      arguments.addAll(List.of("--param", "x%d=real:0..1".formatted(i)));
    }
    arguments.addAll(List.of("--", "echo", "{x0}"));
    CommandRun run = run(2, arguments.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err())
        .containsOnlyOnce("note: the committee suggests instead of the network")
        .contains("takes 1 to 30 coordinates while this space has 31");
  }

  @Test
  void model_isChosenByNameOrFile() {
    String[] command = {"--param", "x=real:0..1", "--param", "y=real:0..1", "--", "echo", "{x}"};
    CommandRun named = run(6, with(command, "--strategy", "pfn", "--model", "compact-2d-nur"));
    assertThat(named.code()).as(named.err()).isZero();
    assertThat(named.err()).doesNotContain("note:");
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("strategy pfn compact-2d-nur,");
    file = directory.resolve("other.db");
    assertRefused(
        run(6, with(command, "--strategy", "pfn", "--model", "no-such")),
        ExitCode.STORAGE,
        "shipped models (default, compact-2d-nur");
    assertRefused(
        run(6, with(command, "--strategy", "sobol", "--model", "default")),
        ExitCode.USAGE,
        "expected --model with the strategy pfn but got sobol");
  }

  @Test
  void shippedModels_areListed() {
    CommandRun run = CommandRun.of("model", "--list");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("default +1 to 30 inputs")
        .containsPattern("compact-2d-nur +exactly 2 inputs");
    assertThat(CommandRun.of("model", "compact-2d-nur").out()).contains("verified: ");
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
  void metricThatNeverAppears_stopsEarlyWithASentence() {
    CommandRun run =
        run(50, "--param", "x=real:0..1", "--regex", "loss=(.*)", "--", "echo", "no such thing");
    assertRefused(run, ExitCode.FAILED, "the metric did not appear in the first 3 trials");
    assertThat(run.err()).contains("'loss=(.*)'", "'no such thing'");
    assertThat(trials()).hasSize(3).allMatch(trial -> trial.state() == StoredState.FAILED);
  }

  @Test
  void commandThatAlwaysFails_stopsEarlyWithASentence() {
    CommandRun run = run(50, "--param", "x=real:0..1", "--", "false");
    assertRefused(run, ExitCode.FAILED, "the first 10 trials all failed");
  }

  @Test
  void badInput_isOneSentenceAndStartsNothing() {
    assertRefused(run(5, "--param", "x=real:1..0", "--", "echo"), ExitCode.USAGE, "lower bound");
    assertRefused(
        run(5, "--param", "x=choice:", "--", "echo"), ExitCode.USAGE, "at least one option");
    assertRefused(
        run(5, "--param", "x=real:NaN..1", "--", "echo"), ExitCode.USAGE, "finite bounds");
    assertRefused(run(5, "--param", "x=real:0..1:log", "--", "echo"), ExitCode.USAGE, "log scale");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--", "echo", "{y}"),
        ExitCode.USAGE,
        "unknown placeholder {y}");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--", "no-such-program"),
        ExitCode.USAGE,
        "not on the PATH");
    assertRefused(run(5, "--space", "no-such.yaml", "--", "echo"), ExitCode.USAGE, "no such file");
    assertRefused(run(5, "--", "echo"), ExitCode.USAGE, "--space FILE or --param");
    assertRefused(
        run(0, "--param", "x=real:0..1", "--", "echo"), ExitCode.USAGE, "--trials of 1 or more");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--timeout", "5", "--", "echo"),
        ExitCode.USAGE,
        "a duration like");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--strategy", "magic", "--", "echo"),
        ExitCode.USAGE,
        "'magic'");
    assertRefused(
        run(5, "--param", "x=real:0..1", "--require", "y<1", "--", "echo"), ExitCode.USAGE, "'y'");
    String parentheses = "(".repeat(3000) + "x < 1" + ")".repeat(3000);
    assertRefused(
        run(5, "--param", "x=real:0..1", "--require", parentheses, "--", "echo"),
        ExitCode.USAGE,
        "split it into several constraints");
    assertThat(file).doesNotExist();
  }

  @Test
  void badStudyFile_isOneSentenceAndStaysUnharmed() throws Exception {
    run(3, "--param", "x=real:0..1", "--", "echo", "{x}");
    assertUnharmed("x=integer:0..1", "made for another space");
    Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), 5000));
    assertUnharmed("x=real:0..1", "damaged");
    Files.writeString(file, "my notes");
    assertUnharmed("x=real:0..1", "something else");
  }

  @Test
  void show_printsTableBestAndPlot() {
    run(4, "--param", "x=real:0..1", "--param", "c=choice:a\\,b,c", "--", "echo", "{x}");
    CommandRun show = CommandRun.of("show", file.toString());
    assertThat(show.code()).isZero();
    assertThat(show.out())
        .contains("x=real:0.0..1.0", "trial  state", "best value: ", " |", "tune.svg");
    CommandRun csv = CommandRun.of("show", file.toString(), "--csv");
    assertThat(csv.out().lines()).hasSize(5);
    assertThat(csv.out().lines().findFirst())
        .hasValue("trial,state,value,x,c,reason,attempts,created,finished,seconds,output");
  }

  @Test
  void show_printsSettingsCommandAndRecommendation() {
    String[] command = {
      "--param", "x=real:0..1", "--param", "c=choice:it's,b", "--", "echo", "{x}"
    };
    run(4, command);
    StoredTrial best =
        trials().stream().min(Comparator.comparingDouble(StoredTrial::valueOrNaN)).orElseThrow();
    String paste =
        "command: LEADLINE_c=%s echo %s"
            .formatted("b".equals(best.settings().get("c")) ? "b" : "'it'\\''s'", best.value());
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("  x = " + best.value(), paste)
        .contains("in trial %d of 4 trials".formatted(best.number()))
        .doesNotContain("recommended");
    run(12, with(command, "--noisy", "--strategy", "committee"));
    CommandRun noisy = CommandRun.of("show", file.toString());
    assertThat(noisy.out())
        .contains("from trial 4 on: strategy committee instead of random")
        .contains("from trial 4 on: noise unknown instead of none");
    String json = CommandRun.of("show", file.toString(), "--json").out();
    assertThat(json.strip().lines()).hasSize(1);
    assertThat(json)
        .contains(
            "\"goal\":\"minimise\"", "\"recommendation\":{\"trial\":", "\"command\":\"LEADLINE_c=")
        .contains("\"state\":\"done\"", "\"median\":");
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
    CommandRun deleted =
        CommandRun.of("retry", file.toString(), "--delete", trial, "--reason", "wrong machine");
    assertThat(deleted.out()).contains("trial 1 is deleted: wrong machine");
    assertThat(CommandRun.of("show", file.toString()).out())
        .containsPattern("1 +deleted .*wrong machine")
        .contains("of 2 trials");
    CommandRun again = run(3, "--param", "x=real:0..1", "--", "echo", "{x}");
    assertThat(again.err()).contains("continues after 2 trials");
    assertThat(trials()).hasSize(4);
  }

  @Test
  void damage_isCodeThreeEverywhere() throws Exception {
    run(6, "--param", "x=real:0..1", "--", "echo", "{x}");
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(25);
    for (int i = 0; i < 30; i++) {
      byte[] damaged =
          Arrays.copyOf(whole, i % 3 == 0 ? random.nextInt(whole.length) : whole.length);
      for (int j = 0; j < damaged.length && i % 3 == 1; j += 1 + random.nextInt(900)) {
        damaged[j] ^= (byte) (1 + random.nextInt(255));
      }
      if (i % 3 == 2) {
        Arrays.fill(damaged, 4096, damaged.length, (byte) i);
      }
      Files.write(file, damaged);
      for (CommandRun refused :
          List.of(
              CommandRun.of("show", file.toString()),
              CommandRun.of("show", file.toString(), "--json"),
              CommandRun.of("retry", file.toString()))) {
        assertRefused(refused, ExitCode.STORAGE, file.toString());
      }
      if (damaged.length > 0) {
        assertRefused(run(9, "--param", "x=real:0..1", "--", "echo", "{x}"), ExitCode.STORAGE, "");
      }
    }
    for (String form : List.of("--csv", "--json", "--salvage=" + directory.resolve("new.db"))) {
      assertRefused(CommandRun.of("show", directory.toString(), form), ExitCode.STORAGE, "");
    }
  }

  @Test
  void show_ofNoStudy_isASentence() {
    assertRefused(CommandRun.of("show", file.toString()), ExitCode.STORAGE, "does not exist");
  }

  @Test
  void model_thatIsNone_isASentence() throws Exception {
    Files.writeString(file, "not a model");
    assertRefused(CommandRun.of("model", file.toString()), ExitCode.STORAGE, file.toString());
    assertRefused(CommandRun.of("model", "no-such.pfn"), ExitCode.STORAGE, "no-such.pfn");
  }

  @Test
  void completion_knowsTheCommands() {
    assertThat(CommandRun.of("completion").out()).contains("ask-tell", "--strategy");
  }

  private static String[] with(String[] command, String... options) {
    return Stream.concat(Stream.of(options), Stream.of(command)).toArray(String[]::new);
  }

  private CommandRun run(int trials, String... arguments) {
    List<String> all =
        new ArrayList<>(List.of("run", "--strategy", "random", "--study", file.toString()));
    all.addAll(List.of("--trials", Integer.toString(trials)));
    if (List.of(arguments).contains("--strategy")) {
      all.subList(1, 3).clear();
    }
    all.addAll(List.of(arguments));
    return CommandRun.of(all.toArray(String[]::new));
  }

  private List<StoredTrial> trials() {
    return StudyFile.read(file).trials();
  }

  private void assertUnharmed(String parameter, String part) throws Exception {
    byte[] before = Files.readAllBytes(file);
    assertRefused(run(5, "--param", parameter, "--", "echo", "{x}"), ExitCode.STORAGE, part);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  static void assertRefused(CommandRun run, ExitCode code, String part) {
    assertThat(run.err())
        .contains("leadline: ")
        .contains(part)
        .doesNotContain("\tat ", "Exception");
    assertThat(run.code()).isEqualTo(code.number());
  }
}
