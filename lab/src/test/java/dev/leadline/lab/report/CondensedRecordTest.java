package dev.leadline.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.lab.experiment.Evaluation;
import dev.leadline.lab.experiment.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CondensedRecordTest {

  @TempDir Path folder;

  @Test
  void copy_keepsRegretsAtRoundBudgetsAndTimes() throws IOException {
    Path record = Files.createDirectories(folder.resolve("record"));
    StringBuilder lines = new StringBuilder();
    for (int step = -9; step <= 507; step++) {
      lines.append(
          "{\"task\":\"levy-2d\",\"method\":\"rs\",\"seed\":0,\"step\":%d,\"value\":1,\"regret\":%s,\"optimiserMs\":2,\"objectiveMs\":0,\"lanes\":1,\"x\":[0.1,0.2]}\n"
              .formatted(step, 1000.0 - step));
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    Path small = folder.resolve("small");
    CondensedRecord.write(record, small);
    Curve before = curve(record);
    Curve after = curve(small);
    for (int step : new int[] {0, 20, 50, 100, 200, 500, 507}) {
      assertThat(after.regretAt(step)).isEqualTo(before.regretAt(step));
    }
    for (int step : new int[] {10, 50, 100, 200, 507}) {
      assertThat(after.secondsAt(step)).isCloseTo((step + 10) * 2e-3, within(1e-9));
    }
    assertThat(Files.size(small.resolve("runs.jsonl.gz")))
        .isLessThan(Files.size(record.resolve("runs.jsonl")) / 20);
    assertThatThrownBy(() -> CondensedRecord.write(record, small))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose another");
  }

  @Test
  void copyOfACopy_keepsTheStepsThatAreLeft() throws IOException {
    Path copy = Files.createDirectories(folder.resolve("copy"));
    Files.writeString(copy.resolve("condensed.json"), "{}");
    Files.writeString(
        copy.resolve("runs.jsonl"),
        """
        {"task":"levy-2d","method":"rs","seed":0,"step":17,"value":1,"regret":3,"lanes":1}
        {"task":"levy-2d","method":"rs","seed":0,"step":90,"value":1,"regret":2,"lanes":1}
        """);
    CondensedRecord.write(copy, folder.resolve("small"));
    assertThat(curve(folder.resolve("small")).regretAt(17)).isEqualTo(3);
  }

  @Test
  void copy_keepsWhereAGaussianProcessProbedOneInput() throws IOException {
    Path record = Files.createDirectories(folder.resolve("record"));
    StringBuilder lines = new StringBuilder();
    for (String method : List.of("gp-2022", "pt")) {
      for (int step = -9; step <= 250; step++) {
        lines.append(
            "{\"task\":\"levy-1d\",\"method\":\"%s\",\"seed\":0,\"step\":%d,\"value\":1.23456789,\"regret\":0.5,\"optimiserMs\":2,\"objectiveMs\":0,\"lanes\":1,\"x\":[%s]}\n"
                .formatted(method, step, (step + 9) / 260.0));
      }
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    Path small = folder.resolve("small");
    CondensedRecord.write(record, small);
    List<Evaluation> kept = new ArrayList<>();
    RecordReader.read(small, kept::add);
    assertThat(kept)
        .filteredOn(e -> e.x() != null)
        .hasSize(250)
        .allMatch(e -> e.method().equals("gp-2022"));
    assertThat(kept).filteredOn(e -> e.method().equals("pt")).hasSize(11 + 8 + 6 + 1);
    assertThat(kept).extracting(Evaluation::value).containsOnlyNulls();
  }

  private static Curve curve(Path record) {
    return Results.read(List.of(record)).curves("levy-2d", "rs").values().iterator().next();
  }
}
