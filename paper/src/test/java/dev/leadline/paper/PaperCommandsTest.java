package dev.leadline.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperCommandsTest {

  @TempDir Path folder;

  @Test
  void help_listsThePapersCommandsBesideTheLaboratorys() {
    assertThat(CommandRun.of("help").out())
        .containsSubsequence("  bench", "  reproduce", "  pretrain");
    assertThat(CommandRun.of("help", "bench").out()).contains("  run", "  report", "  measure");
    assertThat(CommandRun.of("help", "reproduce").out()).contains("  figures", "  claims");
  }

  @Test
  void pieceOfAShippedPlan_stopsByTheClockAndContinues() throws IOException {
    String out = folder + "/record";
    CommandRun first =
        CommandRun.of(
            "bench", "run", "--plan", "paper-1d-rs", "--out", out, "--minutes", "0.00001");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.err()).contains("15600 evaluations left", "the same command continues");
    CommandRun second = CommandRun.of("bench", "run", "--plan", "paper-1d-rs", "--out", out);
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(second.err()).doesNotContain("continues");
    assertThat(Files.readAllLines(Path.of(out, "runs.jsonl"))).hasSize(6 * 10 * 260);
  }

  @Test
  void wrongPlansAndLimits_areOneSentence() {
    String out = folder + "/record";
    CommandRun unknown = CommandRun.of("bench", "run", "--plan", "paper-3d-pt", "--out", out);
    assertThat(unknown.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(unknown.err()).contains("got 'paper-3d-pt'").doesNotContain("\tat ");
    CommandRun missing =
        CommandRun.of(
            "bench", "run", "--plan", "paper-2d-pt", "--models", folder + "/none", "--out", out);
    assertThat(missing.err()).contains("none/paper-2d-pt/model.pfn").doesNotContain("\tat ");
    CommandRun negative =
        CommandRun.of("bench", "run", "--plan", "smoke", "--minutes", "-1", "--out", out);
    assertThat(negative.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(negative.err()).contains("positive number of --minutes but got -1");
    assertThat(folder.resolve("record")).doesNotExist();
  }

  @Test
  void planWithAnUntrainedNetwork_isRefusedWithTheCommandThatTrainsIt() {
    CommandRun run =
        CommandRun.of(
            "bench",
            "run",
            "--plan",
            "fair-2d-pt-nur",
            "--models",
            folder.toString(),
            "--out",
            folder.resolve("record").toString());
    run.assertRefused(
        ExitCode.USAGE,
        "the model of method pt-nur for 2 inputs is not a file: %s/fair-2d-nur/model.pfn; train it with 'leadline pretrain --preset fair-2d-nur --seed 1 --out %s/fair-2d-nur'"
            .formatted(folder, folder));
  }

  @Test
  void claims_areTestedByRecordsAndGoToAFile() throws IOException {
    Path record = Files.createDirectories(folder.resolve("claims"));
    StringBuilder lines = new StringBuilder();
    for (String task : List.of("ackley-2d", "levy-2d", "branin-2d")) {
      for (String method : List.of("rs", "local-only", "pt")) {
        for (int step : new int[] {0, 100}) {
          lines.append(
              "{\"task\":\"%s\",\"method\":\"%s\",\"seed\":0,\"step\":%d,\"value\":1,\"regret\":%s,\"optimiserMs\":2,\"objectiveMs\":0,\"lanes\":1}\n"
                  .formatted(task, method, step, method.equals("pt") ? 0.1 : 1));
        }
      }
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    CommandRun run = CommandRun.of("reproduce", "claims", record.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("pt below local-only | leans for | log10 regret -1.00");
    Path out = folder.resolve("claims.md");
    CommandRun file =
        CommandRun.of("reproduce", "claims", record.toString(), "--out", out.toString());
    assertThat(file.out()).contains("claims: " + out);
    assertThat(out).content().isEqualTo(run.out());
    CommandRun none = CommandRun.of("reproduce", "claims", folder.resolve("nothing").toString());
    assertThat(none.code()).isNotZero();
    assertThat(none.err().lines()).hasSizeBetween(1, 2);
  }

  @Test
  void radiusThatIsNone_isASentence() {
    for (String radius : List.of("0", "NaN")) {
      CommandRun.of("pretrain", "--preset", "fair-10d-r-" + radius, "--out", folder + "/run")
          .assertRefused(
              ExitCode.USAGE, "expected a radius above 0, such as 0.05, but got " + radius);
    }
    assertThat(folder.resolve("run")).doesNotExist();
  }
}
