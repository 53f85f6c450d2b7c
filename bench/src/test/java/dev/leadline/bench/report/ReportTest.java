package dev.leadline.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  @TempDir Path folder;

  @BeforeEach
  void writeRecord() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int seed = 0; seed < 2; seed++) {
      for (int step = 0; step <= 20; step++) {
        // after 20 steps random search has regret 10 and 6, the other method 2 and 2
        line(lines, "ackley-2d", "rs", seed, step, step < 20 ? 20 : 10 - 4 * seed);
        line(lines, "ackley-2d", "pt", seed, step, step < 20 ? 20 : 2);
        // and here it is worse than random search: no improvement, not a negative one
        line(lines, "levy-2d", "rs", seed, step, 1);
        line(lines, "levy-2d", "pt", seed, step, 3);
      }
    }
    Files.writeString(folder.resolve("runs.jsonl"), lines + "{\"task\":\"acк");
  }

  private static void line(
      StringBuilder lines, String task, String method, int seed, int step, double regret) {
    lines.append(
        "{\"task\":\"%s\",\"method\":\"%s\",\"seed\":%d,\"step\":%d,\"value\":1,\"regret\":%s,\"optimiserMs\":2,\"objectiveMs\":0,\"lanes\":1}\n"
            .formatted(task, method, seed, step, regret));
  }

  @Test
  void score_isTheImprovementOverRandomSearchCappedAtZero() {
    Scores scores = new Scores(Results.read(List.of(folder)));
    assertThat(scores.score("ackley-2d", "pt", 20)).hasValueCloseTo(75.0, within(1e-9));
    assertThat(scores.score("levy-2d", "pt", 20)).hasValue(0);
    assertThat(scores.score("levy-2d", "gp", 20)).isEmpty();
    TaskGroup group = TaskGroup.of("ackley-2d");
    assertThat(scores.average(group, "pt", 20).mean()).isCloseTo(37.5, within(1e-9));
    assertThat(scores.average(group, "pt", 20).tasks()).isEqualTo(2);
  }

  @Test
  void duel_countsRuns() {
    Comparison comparison = new Comparison(Results.read(List.of(folder)));
    Comparison.Duel duel = comparison.duel(TaskGroup.of("ackley-2d"), "pt", "rs", 20);
    assertThat(duel.wins()).isEqualTo(2);
    assertThat(duel.losses()).isEqualTo(2);
    assertThat(comparison.meanRanks(TaskGroup.of("ackley-2d"), List.of("rs", "pt"), 0))
        .containsExactly(1.25, 1.75);
  }

  @Test
  void report_showsScoresPaperAndDamage() throws IOException {
    Path file = Report.write(List.of(folder), folder.resolve("out"));
    String text = Files.readString(file);
    assertThat(text)
        .contains("Skipped 1 damaged line.")
        .contains("- `rs`: random search")
        .contains("| 2-D | 20 | 0.0 ± ")
        .contains("| 37.5 ± ")
        .contains("103.3")
        .contains("figures/regret-2d.svg")
        .contains("figures/overview.svg");
  }

  @Test
  void report_saysWhereARecordWasMadeAsFarAsItKnows() throws IOException {
    assertThat(Origin.of(folder)).isEqualTo(folder.toString());
    Path file = folder.resolve("environment.json");
    Files.writeString(
        file,
        """
        {"cpu": "AMD EPYC", "cores": 2, "device": "cpu", "commit": "f8d43cb2edfb", "date": "2026-11-15T11:24:02Z"}
        """);
    assertThat(Origin.of(folder))
        .endsWith(" (on AMD EPYC, 2 cores, device cpu, commit f8d43cb, 2026-11-15)");
    Files.writeString(file, "{\"python\": \"3.12\", \"cpu\": \"\"}");
    assertThat(Origin.of(folder)).isEqualTo(folder.toString());
    Files.writeString(file, "{\"cpu\":");
    assertThat(Origin.of(folder)).endsWith("(unreadable environment.json)");
  }

  @Test
  void time_isSummedOverTheGroups() throws IOException {
    Path record = Files.createDirectories(folder.resolve("times"));
    StringBuilder lines = new StringBuilder();
    for (int step = 0; step <= 10; step++) {
      line(lines, "ackley-2d", "rs", 0, step, 1);
      line(lines, "ackley-5d", "rs", 0, step, 1);
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    assertThat(new TimeTable(Results.read(List.of(record))).render())
        .contains("| rs | 5-D | 10 | ")
        .contains("| rs | all | 20 | ");
  }

  @Test
  void figures_areWellFormed() throws Exception {
    Report.write(List.of(folder), folder.resolve("out"));
    for (String name : List.of("regret-2d.svg", "regret-time-2d.svg")) {
      String svg = Files.readString(folder.resolve("out/figures").resolve(name));
      var document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
      assertThat(document.getElementsByTagName("path").getLength()).isGreaterThanOrEqualTo(4);
      assertThat(svg).contains("ackley-2d").contains("levy-2d").doesNotContain("NaN");
    }
  }

  @Test
  void overview_isTheGeometricMeanAndLeavesOutMethodsThatLackATask() throws IOException {
    Path record = Files.createDirectories(folder.resolve("part"));
    StringBuilder lines = new StringBuilder();
    for (int step = 0; step <= 1; step++) {
      line(lines, "ackley-2d", "rs", 0, step, 100);
      line(lines, "levy-2d", "rs", 0, step, 1);
      line(lines, "ackley-2d", "partly", 0, step, 1);
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    String svg = new OverviewFigure(Results.read(List.of(record))).render();
    assertThat(svg).contains("2-D, 2 tasks").contains(">10<").doesNotContain("partly");
  }

  @Test
  void furtherTasks_areReportedBySizeAndApartFromThePapers() throws IOException {
    Path record = Files.createDirectories(folder.resolve("further"));
    StringBuilder lines = new StringBuilder();
    for (int step = 0; step <= 20; step++) {
      for (int d : new int[] {2, 3, 4, 6, 8, 20}) {
        line(lines, "further-rotated-levy-%dd".formatted(d), "rs", 0, step, 10);
        line(lines, "further-rotated-levy-%dd".formatted(d), "pt", 0, step, d);
      }
      line(lines, "further-alpine-5d@shift", "rs", 0, step, 1);
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    Path small = folder.resolve("small");
    CondensedRecord.write(record, small);
    Path out = folder.resolve("out");
    String text = Files.readString(Report.write(List.of(folder, small), out));
    // the paper's 2-D is over its own two tasks, and so is the row beside the paper's numbers
    assertThat(text)
        .contains("| 2-D | 20 | 0.0 ± ", "| 37.5 ± ", "| further 2-D | 20 | 0.0 ± ", "| 80.0 ± ")
        .containsPattern("\\| further 20-D \\| 20 \\| 0.0 ± 0.0 +\\| 0.0 ± 0.0 +\\|")
        .containsPattern("\\| further 8-D \\| 20 \\| 0.0 ± 0.0 +\\| 20.0 ± 0.0 +\\|")
        .containsOnlyOnce("103.3");
    assertThat(text.indexOf("| further 8-D ")).isLessThan(text.indexOf("| further 20-D "));
    for (String name : List.of("2d", "further-2d", "further-3d", "further-20d")) {
      assertThat(text).contains("(figures/regret-%s.svg)".formatted(name));
      assertThat(out.resolve("figures/regret-time-%s.svg".formatted(name))).exists();
    }
    assertThat(out.resolve("figures/regret-further-5d-shift.svg")).exists();
    assertThat(out.resolve("figures/overview.svg")).content().contains("further 6-D, 1 task");
  }

  @Test
  void directoryWithoutRecord_isRefused() {
    Path empty = folder.resolve("nothing");
    assertThatThrownBy(() -> Report.write(List.of(empty), folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("runs.jsonl");
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
    assertThat(ProbeFigure.render(List.of(folder))).isEmpty();
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
