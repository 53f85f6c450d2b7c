package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StoredTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShowCommandTest extends StudyCommandFixture {

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
        .hasValue(".trial,.state,.value,x,c,.reason,.attempts,.created,.finished,.seconds,.output");
  }

  /** The time that a trial took stood under the same name as its value. */
  @Test
  void table_isReadBackWhateverTheObjectiveIsCalled() throws Exception {
    Path space = directory.resolve("space.yaml");
    Files.writeString(
        space,
        """
        minimise: seconds
        parameters:
          - {name: value, real: [5, 6]}
          - {name: state, choice: ["", running, "=1+1"]}
        """);
    String[] options = {"--space", space.toString(), "--", "echo", "seconds 1{value}"};
    run(3, options);
    List<Double> values = trials().stream().map(StoredTrial::valueOrNaN).toList();
    Path table = directory.resolve("table.csv");
    Files.writeString(table, CommandRun.of("show", "--csv", file.toString()).out());
    file = directory.resolve("second.db");
    CommandRun second = run(3, with(options, "--from", table.toString()));
    assertThat(second.err()).contains("note: 3 results of ");
    assertThat(trials().stream().map(StoredTrial::valueOrNaN).toList()).isEqualTo(values);
    run(12, options);
    assertThat(CommandRun.of("show", "--csv", file.toString()).out()).contains(",=1+1,");
    assertThat(CommandRun.of("show", "--csv=spreadsheet", file.toString()).out())
        .contains(",'=1+1,")
        .doesNotContain(",=1+1,");
    assertRefused(CommandRun.of("show", file.toString(), "--csv=excel"), ExitCode.USAGE, "'--csv'");
  }

  /** A program's colours, a title for the window, a cleared screen. */
  @Test
  void reasonOfAFailure_tellsTheTerminalNothing() {
    String red = "\u001B[1;31mno luck\u001B[0m\u001B]0;title\u0007\u001B[2J\u009B5n \u202Etxet";
    String[] command = {"--param", "x=real:0..1", "--", "sh", "-c", "echo \"$0\" >&2; exit 1", red};
    CommandRun run = run(2, command);
    CommandRun show = CommandRun.of("show", file.toString());
    assertThat(show.out()).contains("exit code 1:  [1;31mno luck [0m");
    for (String printed : List.of(run.err(), show.out())) {
      assertThat(printed.replace("\n", "")).doesNotContainPattern("[\\p{Cc}\\u202E]");
    }
    assertThat(trials().get(0).reason()).contains("\u001B[1;31m"); // kept as it is
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
        .contains(" of 4 trials, in trial " + best.number())
        .doesNotContain("recommended");
    CommandRun run = run(12, with(command, "--noisy", "--strategy", "committee"));
    String headline =
        "recommended value: .* expected \\(80 % between .* after 12 trials, in trial \\d+";
    assertThat(run.out()).containsPattern(headline).contains("luckiest value: ");
    assertThat(run.out()).doesNotContain("best value");
    assertThat(run.err()).containsPattern("\\[12/12\\]  recommended ");
    CommandRun noisy = CommandRun.of("show", file.toString());
    assertThat(noisy.out())
        .containsPattern(headline)
        .contains("from trial 4 on: strategy committee instead of random")
        .contains("from trial 4 on: noise unknown instead of none");
    String json = CommandRun.of("show", file.toString(), "--json").out();
    assertThat(json.strip().lines()).hasSize(1);
    assertThat(json)
        .contains(
            "\"headline\":\"recommendation\"",
            "\"goal\":\"minimise\"",
            "\"recommendation\":{\"trial\":",
            "\"command\":\"LEADLINE_c=")
        .contains("\"state\":\"done\"", "\"median\":");
  }

  /** Values that share their first digits: a log likelihood, a cost in cents. */
  @Test
  void values_areToldApartWhereTheyShareTheirFirstDigits() {
    CommandRun run =
        run(5, "--param", "x=integer:1..9", "--", "sh", "-c", "echo -12345678.00{x} value");
    assertThat(run.err()).containsPattern("trial 4: -12345678\\.00\\d .* best -12345678\\.00\\d ");
    CommandRun show = CommandRun.of("show", file.toString());
    assertThat(show.out().lines().filter(line -> line.contains("  done   ")))
        .hasSize(5)
        .allMatch(line -> line.matches("\\d +done +-12345678\\.00(\\d) +\\1"));
  }

  @Test
  void settings_areToldApartWhereTheyShareTheirFirstDigits() {
    run(5, "--param", "x=real:1000000..1000001", "--param", "v=choice:1.10,1.1", "--", "echo", "1");
    String table = CommandRun.of("show", file.toString()).out();
    for (StoredTrial trial : trials()) {
      String x = trial.settings().getOrDefault("x", "").substring(0, 10); // 1000000.xx
      assertThat(table)
          .containsPattern(
              "%d +done +1 +%s\\d* +%s".formatted(trial.number(), x, trial.settings().get("v")));
    }
  }

  @Test
  void goalsAndLimits_areToldApartWhereTheyShareTheirFirstDigits() {
    String[] command = {"--param", "x=integer:1..9", "--", "echo", "a=1234567.{x} b=7654321.{x}"};
    CommandRun run = run(4, with(command, "--goal", "minimise:a", "--goal", "maximise:b"));
    assertThat(run.err()).containsPattern("trial 3: a 1234567\\.\\d, b 7654321\\.\\d ");
    assertThat(run.out()).containsPattern("trial \\d: a 1234567\\.\\d, b 7654321\\.\\d ");
    file = directory.resolve("limit.db");
    run(
        2,
        "--param",
        "x=integer:1..9",
        "--limit",
        "m <= 1234567",
        "--",
        "echo",
        "value=1 m=1234567.{x}");
    assertThat(CommandRun.of("show", file.toString()).out())
        .containsPattern("is nearest: m 1234567\\.\\d ");
  }

  @Test
  void show_drawsNothingWhereNothingHasAValue() {
    run(2, "--param", "x=real:0..1", "--", "false");
    CommandRun show = CommandRun.of("show", file.toString());
    assertThat(show.code()).isZero();
    assertThat(show.out()).contains("no trial has a value yet").doesNotContain(" |");
  }

  @Test
  void show_leavesAsideWhatANewConstraintForbids() {
    String[] more = {"--param", "x=integer:1..9", "--", "sh", "-c", "echo {x}"};
    run(9, more);
    run(9, with(more, "--require", "x > 4"));
    CommandRun show = CommandRun.of("show", file.toString());
    assertThat(show.out()).contains("best value: 5.0 of ").contains("  x = 5\n");
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .contains("\"best\":{\"trial\":")
        .containsPattern("\"best\":[^}]*\"value\":5.0");
  }

  @Test
  void trial_isShownWithAllThatIsKnownOfIt() {
    String[] command = {"--param", "x=real:0..1", "--limit", "m <= 9"};
    run(9, with(new String[] {"--", "echo", "note\nm = 3 value = {x}"}, command));
    CommandRun show = CommandRun.of("show", file.toString(), "--trial", "8");
    StoredTrial trial = trials().get(8);
    assertThat(show.out())
        .startsWith("trial 8: done\n  value: %s\n  m: 3.0\n".formatted(trial.value()))
        .contains("  x = " + trial.value(), "command: echo 'note", "output: tune.trials/8-1")
        .contains("\n  | note\n  | m = 3 value = ", "attempts: 1, created ")
        .contains("expected after the other trials: ");
    double expected = Double.parseDouble(show.out().replaceAll("(?s).*trials: (\\S+) .*", "$1"));
    assertThat(expected).isCloseTo(trial.valueOrNaN(), offset(0.1));
    assertRefused(
        CommandRun.of("show", file.toString(), "--trial", "9"),
        ExitCode.USAGE,
        "expected --trial of one of the 9 trials");
  }

  @Test
  void top_isTheBestTrialsWithTheirCommands() {
    run(6, "--maximise", "--param", "x=real:0..1", "--", "echo", "{x}");
    List<Double> best =
        trials().stream().map(StoredTrial::valueOrNaN).sorted(Comparator.reverseOrder()).toList();
    CommandRun top = CommandRun.of("show", file.toString(), "--top", "2");
    assertThat(top.out())
        .matches(
            "value %1$s in trial \\d\n  x = %1$s\n  command: echo %1$s\nvalue %2$s in trial (?s).*"
                .formatted(best.get(0), best.get(1)))
        .doesNotContain(best.get(2).toString());
    assertRefused(
        CommandRun.of("show", file.toString(), "--top", "0"),
        ExitCode.USAGE,
        "expected --top of 1");
  }

  @Test
  void front_hasACommandForEveryTrial() {
    String[] goals = {"--goal", "minimise:a", "--goal", "maximise:b"};
    String[] command = {"--param", "x=real:0..1", "--", "echo", "a={x} b={x}"};
    CommandRun run = run(4, with(command, goals));
    for (String out : List.of(run.out(), CommandRun.of("show", file.toString()).out())) {
      assertThat(out.lines().filter(line -> line.startsWith("    command: echo 'a=0."))).hasSize(4);
    }
    assertThat(
            CommandRun.of("show", file.toString(), "--json").out().split("\"command\":\"echo 'a=0"))
        .hasSize(5);
    assertRefused(
        CommandRun.of("show", file.toString(), "--top", "2"), ExitCode.USAGE, "has several");
  }

  /** Files that a reader made, and that none but a writer may remove. */
  @Test
  void show_leavesNothingBesideTheStudy() throws Exception {
    file = directory.resolve("100% of a #1?.db");
    run(3, "--param", "x=real:0..1", "--", "echo", "{x}");
    List<String> before = names();
    assertThat(CommandRun.of("show", file.toString()).code()).isZero();
    assertThat(CommandRun.of("show", file.toString(), "--csv").out().lines()).hasSize(4);
    assertThat(names()).isEqualTo(before).noneMatch(name -> name.matches(".*-(shm|wal)"));
  }

  private List<String> names() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  /** Trial numbers count from 0 and go on when the space is changed. */
  @Test
  void best_isNotATrialBeyondTheirNumber() {
    String[] command = {"--param", "x=integer:1..90", "--", "echo", "{x}"};
    run(9, command);
    CommandRun changed = run(12, with(command, "--require", "x > 60"));
    assertThat(changed.out()).containsPattern("best value: \\S+ of \\d+ trials, in trial \\d+\n");
    assertThat(changed.out() + changed.err()).doesNotContainPattern("trial \\d+ of \\d");
    file = directory.resolve("failing.db");
    String[] failing = {
      "--param", "x=real:0..1", "--", "sh", "-c", "[ {trial} -gt 3 ] && echo {x}"
    };
    assertThat(run(2, with(failing, "--ignore-failed")).err())
        .contains("[0/2]", "[2/2]")
        .doesNotContain("[3/2]", "[4/2]");
  }

  @Test
  void show_ofNoStudy_isASentence() {
    assertRefused(CommandRun.of("show", file.toString()), ExitCode.STORAGE, "does not exist");
  }
}
