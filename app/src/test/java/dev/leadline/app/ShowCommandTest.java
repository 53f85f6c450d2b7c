package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StoredTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
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
    assertThat(run.err()).containsPattern("trial 3: 1234567\\.\\d, b 7654321\\.\\d ");
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
    assertThat(show.out()).contains("best value: 5.0 in trial ").contains("  x = 5\n");
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .contains("\"best\":{\"trial\":")
        .containsPattern("\"best\":[^}]*\"value\":5.0");
  }

  @Test
  void show_ofNoStudy_isASentence() {
    assertRefused(CommandRun.of("show", file.toString()), ExitCode.STORAGE, "does not exist");
  }
}
