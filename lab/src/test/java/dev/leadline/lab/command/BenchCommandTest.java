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
  void recommendations_areComparedWithTheLuckiestTrials() {
    Path record = folder.resolve("recommend.json");
    CommandRun run =
        CommandRun.of(
            "bench",
            "recommend",
            "--tasks",
            "branin-2d",
            "--noise",
            "0.2",
            "--seeds",
            "2",
            "--steps",
            "3",
            "--strategy",
            "committee",
            "--out",
            record.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("| 20 % | 2 | 2 |").contains("| 20 % | all | 2 |");
    assertThat(record).content().contains("\"recommended\"", "\"luckiest\"");
  }

  private Path plan(String text) throws IOException {
    return Files.writeString(folder.resolve("plan.yaml"), text);
  }
}
