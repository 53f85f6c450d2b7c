package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.StoredState;
import dev.leadline.study.Measurements;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunMetricsTest extends StudyCommandFixture {

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
        .startsWith(".trial,.state,.value,p99_ms,rss_mb,x,.reason,")
        .contains(",20.5,300.0,");
    assertThat(CommandRun.of("show", file.toString(), "--json").out())
        .containsPattern("\"values\":\\{\"value\":0\\.\\d+,\"p99_ms\":20.5,\"rss_mb\":300.0}");
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
    assertThat(run.err()).containsPattern("trial 5: cost 0\\.\\d+, gain 0\\.\\d+ +\\[6/6]");
    assertThat(run.out())
        .contains("front of minimise cost, maximise gain: 6 of 6 trials")
        .containsPattern("  trial \\d: cost 0\\.\\d+, gain 0\\.\\d+  x=0\\.\\d+")
        .contains("reference (given): cost 1, gain 0; volume beyond it: ");
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("also maximise gain", "front of minimise cost, maximise gain: 6 of 6 trials")
        .containsPattern("value +gain +front +x")
        .containsPattern("0 +done +\\S+ +\\S+ +yes +0");
    assertThat(CommandRun.of("show", file.toString(), "--csv").out())
        .startsWith(".trial,.state,.value,gain,.front,x,.reason,")
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
    assertThat(directory.resolve("tune.svg"))
        .content()
        .contains("class=\"beyond\"", ", beyond a limit<", ">beyond a limit<")
        .doesNotContain("failed<");
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

  /** What is printed last need not be what is wanted: a summary, a time. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tps = 450\nlatency_ms = 99",
        "TPS: 450\ndone in 3 s",
        "{\"tps\": 450, \"latency_ms\": 99}",
        "throughput (tps): 450\n99 %",
        "tps | 450\n99",
        "tps -> 450, 99",
        "451 tps is 450",
        "12 ms, 450 tps\n99 ms"
      })
  void numberThatIsPrintedWithTheNameOfTheValue_counts(String printed) throws Exception {
    Path space = directory.resolve("db.yaml");
    Files.writeString(space, "maximise: tps\nparameters:\n  - {name: x, real: [0, 1]}\n");
    CommandRun run = run(1, "--space", space.toString(), "--", "printf", "%s", printed);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(trials().get(0).value()).isEqualTo(450);
    assertThat(run.err()).contains("value 450.0 from: ");
  }

  @Test
  void numberThatIsPrintedLast_isSaidWithItsLineOnce() throws Exception {
    Path space = directory.resolve("db.yaml");
    Files.writeString(space, "maximise: tps\nparameters:\n  - {name: x, real: [0, 1]}\n");
    String[] command = {"--space", space.toString(), "--", "echo", "tps is fine, latency_ms = 99"};
    assertThat(run(3, command).err())
        .containsOnlyOnce("value 99.0 from: tps is fine, latency_ms = 99");
    file = directory.resolve("nan.db");
    CommandRun failed =
        run(1, "--space", space.toString(), "--", "printf", "tps = nan\nlatency_ms = 99\n");
    assertThat(failed.err()).contains("NaN").doesNotContain(" from: ");
  }

  /** Java says first what went wrong, and then where. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Exception in thread \"main\" REASON\n\tat Orders.main(Orders.java:28)\n",
        "Exception in thread \"main\" java.lang.RuntimeException: no\nluck\n\tat Orders.main(Orders.java:3)\nCaused by: REASON\n\tat a.B$$Lambda$1/0x0f.c(Unknown Source)\n\t... 1 more\n",
        "Exception in thread \"pool-1\" REASON\n\tat a.B.c(D.java:1)\nException in thread \"main\" java.util.concurrent.TimeoutException\n\tat a.B.c(D.java:2)\nCaused by: java.lang.Error: 2\n",
        "warn\nREASON\n\tat a.B.c(D.java:1)\n",
        "Exception in thread \"main\" REASON\n\tat Orders.main(Orders.java:28)\nCommand exited with non-zero status 1\n",
        "REASON\nError: Could not create the Java Virtual Machine.\nError: A fatal exception has occurred. Program will exit.\n",
        "java.io.IOException: disk\n\tat a.B.c(D.java:1)\nREASON\n",
        "Exception in thread Thread-1:\nTraceback (most recent call last):\n  File \"a.py\", line 1\nREASON\n"
      })
  void failureOfAProgram_hasTheReasonAndNotThePlace(String printed) {
    String reason = "java.lang.OutOfMemoryError: Java heap space";
    String text = printed.replace("REASON", reason);
    run(1, "--param", "x=real:0..1", "--", "sh", "-c", "printf %s \"$0\" >&2; exit 1", text);
    assertThat(trials().get(0).reason()).isEqualTo("exit code 1: " + reason);
  }

  /** Some of what ends a virtual machine is printed on standard output. */
  @Test
  void failureThatIsPrintedOnStandardOutput_isTheReasonWhereThereIsNoOther() {
    String text = "Terminating due to java.lang.OutOfMemoryError: Java heap space";
    run(1, "--param", "x=real:0..1", "--", "sh", "-c", "echo 5; echo \"$0\"; exit 3", text);
    assertThat(trials().get(0).reason())
        .isEqualTo("exit code 3: java.lang.OutOfMemoryError: Java heap space");
  }

  /** Ten pixels a letter are enough in every usual font. */
  @Test
  void pictureOfOneLimit_hasRoomForItsTitle() throws Exception {
    Path space = directory.resolve("space.yaml");
    Files.writeString(
        space,
        "minimise: request_latency_milliseconds\nparameters:\n  - {name: x, real: [0, 1]}\nlimits: [y >= 0.2]\n");
    String[] command = {
      "--space", space.toString(), "--", "echo", "request_latency_milliseconds={x} y={x}"
    };
    run(6, command);
    String svg = Files.readString(directory.resolve("tune.limits.svg"));
    String title = svg.replaceAll("(?s).*class=\"title\"[^>]*>([^<]*)<.*", "$1");
    double width = Double.parseDouble(svg.replaceAll("(?s).*?viewBox=\"0 0 (\\d+) .*", "$1"));
    assertThat(title).startsWith("request_latency_milliseconds: ").contains(", best ");
    assertThat(width).isGreaterThanOrEqualTo(80 + 10 * title.length());
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
  void metricThatNeverAppears_stopsEarlyWithASentence() {
    CommandRun run =
        run(50, "--param", "x=real:0..1", "--regex", "loss=(.*)", "--", "echo", "no such thing");
    assertRefused(run, ExitCode.FAILED, "the metric did not appear in the first 3 trials");
    assertThat(run.err()).contains("'loss=(.*)'", "'no such thing'");
    assertThat(trials()).hasSize(3).allMatch(trial -> trial.state() == StoredState.FAILED);
  }
}
