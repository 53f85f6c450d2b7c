package dev.leadline.paper.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.report.CondensedRecord;
import dev.leadline.lab.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperSectionTest {

  @TempDir Path folder;

  @Test
  void scores_standBesideThePapersOverItsOwnTasksAlone() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String task : List.of("ackley-2d", "levy-2d", "further-rotated-levy-2d")) {
      for (int step = 0; step <= 20; step++) {
        line(lines, task, "rs", step, 10);
        line(lines, task, "pt", step, task.equals("ackley-2d") ? 5 : 10);
      }
    }
    Files.writeString(folder.resolve("runs.jsonl"), lines);
    String text = Files.readString(Report.write(List.of(folder), folder.resolve("out")));
    assertThat(text)
        .contains("## Beside the paper")
        .contains("| pt | 2 | 20 | 1 | 25.0 ± 0.0 | 103.3 |")
        .containsOnlyOnce("103.3");
  }

  private static void line(
      StringBuilder lines, String task, String method, int step, double regret) {
    lines.append(
        "{\"task\":\"%s\",\"method\":\"%s\",\"seed\":0,\"step\":%d,\"value\":1,\"regret\":%s,\"optimiserMs\":2,\"objectiveMs\":0,\"lanes\":1}\n"
            .formatted(task, method, step, regret));
  }

  @Test
  void probes_areCountedWhereARecordHasPoints() throws IOException {
    Path record = Files.createDirectories(folder.resolve("probes"));
    StringBuilder lines = new StringBuilder();
    for (int step = 0; step <= 4; step++) {
      lines.append(
          "{\"task\":\"levy-1d\",\"method\":\"rs\",\"seed\":0,\"step\":%d,\"value\":1,\"regret\":1,\"optimiserMs\":1,\"objectiveMs\":0,\"lanes\":1,\"x\":[%s]}\n"
              .formatted(step, step / 4.0));
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    Path out = folder.resolve("out");
    Report.write(List.of(record), out);
    // 4 probes in 4 of 40 bins, the last at the upper end
    assertThat(out.resolve("figures/probes-1d.svg"))
        .content()
        .contains("levy-1d")
        .contains(">0.2<");
    Path small = folder.resolve("small");
    CondensedRecord.write(record, small);
    assertThat(ProbeFigure.render(List.of(small))).isEmpty(); // its points are left out
  }

  @Test
  void probesOfGaussianProcesses_areShownBesideRandomSearchAlone() throws IOException {
    Path record = Files.createDirectories(folder.resolve("probes"));
    StringBuilder lines = new StringBuilder();
    for (String method : List.of("rs", "gp-2022", "committee")) {
      lines.append(
          "{\"task\":\"levy-1d\",\"method\":\"%s\",\"seed\":0,\"step\":1,\"value\":1,\"regret\":1,\"optimiserMs\":1,\"objectiveMs\":0,\"lanes\":1,\"x\":[0.5]}\n"
              .formatted(method));
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    assertThat(ProbeFigure.render(List.of(record)))
        .hasValueSatisfying(
            svg ->
                assertThat(svg).contains(">rs<").contains(">gp-2022<").doesNotContain("committee"));
  }
}
