package dev.leadline.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {

  @TempDir Path folder;
  private int records;

  @Test
  void planIsRunAndReported() throws IOException {
    Path plan = plan("tasks: [branin-2d]\nmethods: [rs, sobol]\nseeds: 2\nsteps: {2: 20}\n");
    Path out = folder.resolve("record");
    CommandRun run =
        CommandRun.of("bench", "run", "--plan", plan.toString(), "--out", out.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Files.readAllLines(out.resolve("runs.jsonl"))).hasSize(2 * 2 * 30);
    CommandRun report = CommandRun.of("bench", "report", out.toString());
    assertThat(report.code()).as(report.err()).isZero();
    assertThat(out.resolve("report/report.md")).content().contains("sobol");
  }

  @Test
  void unknownMethod_isOneSentence() throws IOException {
    Path plan = plan("tasks: [branin-2d]\nmethods: [magic]\nseeds: 1\nsteps: {2: 5}\n");
    CommandRun run =
        CommandRun.of("bench", "run", "--plan", plan.toString(), "--out", folder + "/record");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(run.err()).contains("unknown method 'magic'").doesNotContain("\tat ");
    assertThat(folder.resolve("record")).doesNotExist();
  }

  @Test
  void plansOfEveryKind_haveTheirTablesInTheReport() throws IOException {
    String recommend =
        record(
            """
            tasks: [branin-2d@noise=0.2]
            methods: [committee]
            seeds: 2
            steps: {2: 3}
            study: {budget: true, recommend: true}
            """);
    String forecast =
        record(
            """
            tasks: [branin-2d]
            methods: [committee]
            seeds: 1
            initial: 0
            steps: {2: 21}
            study: {forecast: true}
            """);
    String early =
        record(
            """
            tasks: [curves-deflate-sources]
            methods: [random, random+median]
            seeds: 2
            steps: {'*': 20}
            study: {}
            """);
    String others =
        record(
            """
            tasks: [goals-zdt1, limits-ackley-5, failures-heap, conditional-nested, filled-nested]
            methods: [rs, random]
            seeds: 1
            steps: {'*': 5}
            """);
    Path out = folder.resolve("report");
    CommandRun run =
        CommandRun.of(
            "bench", "report", recommend, forecast, early, others, "--out", out.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(out.resolve("report.md"))
        .content()
        .contains("| committee | 2-D @noise=0.2 | 2 |")
        .containsPattern("\\| committee \\| 1.0 % \\| \\d+ to \\d+ % \\|")
        .containsPattern("\\| random\\+median \\| all \\| [1-8]\\d\\.\\d % \\|")
        .contains("| goals |", "| limits |", "| failures |", "| conditional |")
        .contains("| conditional, filled in by hand |");
  }

  @Test
  void starts_areWrittenInPlaceOfARecord() throws IOException {
    Path plan = plan("tasks: [limits-gramacy]\nmethods: [rs]\nseeds: 2\nsteps: {2: 5}\n");
    Path starts = folder.resolve("starts.json");
    CommandRun run =
        CommandRun.of("bench", "run", "--plan", plan.toString(), "--starts", starts.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(starts).content().contains("\"trials\":9");
  }

  private String record(String text) throws IOException {
    Path out = folder.resolve("record" + records++);
    CommandRun run =
        CommandRun.of("bench", "run", "--plan", plan(text).toString(), "--out", out.toString());
    assertThat(run.code()).as(run.err()).isZero();
    return out.toString();
  }

  private Path plan(String text) throws IOException {
    return Files.writeString(folder.resolve("plan.yaml"), text);
  }
}
