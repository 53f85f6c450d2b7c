package dev.leadline.lab.report;

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
    ScoreTable scores = new ScoreTable(Results.read(List.of(folder)));
    assertThat(scores.score("ackley-2d", "pt", 20)).hasValueCloseTo(75.0, within(1e-9));
    assertThat(scores.score("levy-2d", "pt", 20)).hasValue(0);
    assertThat(scores.score("levy-2d", "gp", 20)).isEmpty();
    TaskGroup group = TaskGroup.of("ackley-2d");
    assertThat(scores.average(group, "pt", 20).mean()).isCloseTo(37.5, within(1e-9));
    assertThat(scores.average(group, "pt", 20).extent()).isEqualTo(new Extent(2, 2, 2));
  }

  @Test
  void score_andItsSpreadAreOverTheSeedsThatBothHave() throws IOException {
    Path record = Files.createDirectories(folder.resolve("pairs"));
    StringBuilder lines = new StringBuilder();
    for (int seed = 0; seed < 10; seed++) {
      // random search has regret 1, but for the two seeds of the other method, where it has 10
      line(lines, "ackley-2d", "rs", seed, 0, 10);
      line(lines, "ackley-2d", "rs", seed, 1, seed < 2 ? 10 : 1);
    }
    for (int seed : new int[] {0, 1, 99}) {
      line(lines, "ackley-2d", "botorch", seed, 0, 10);
      line(lines, "ackley-2d", "botorch", seed, 1, seed == 99 ? 1000 : 5);
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    ScoreTable.Average average =
        new ScoreTable(Results.read(List.of(record)))
            .average(TaskGroup.of("ackley-2d"), "botorch", 1);
    assertThat(average).isEqualTo(new ScoreTable.Average(50, 0, new Extent(1, 2, 2)));
    assertThat(Files.readString(Report.write(List.of(record), folder.resolve("out"))))
        .contains("| 2-D | 1 | 10 | 0.0 ± 0.0 | 50.0 ± 0.0 (2 seeds) |");
  }

  @Test
  void studiesToldOfOthers_areComparedWithThoseFromNothing() throws IOException {
    Path record = Files.createDirectories(folder.resolve("related"));
    StringBuilder lines = new StringBuilder();
    for (int step = 1; step <= 30; step++) {
      line(lines, "real-zstd", "rs", 0, step, 1);
      line(lines, "real-zstd", "default", 0, step, step < 29 ? 0.99 : 0.49);
      line(lines, "real-zstd", "default:related", 0, step, step < 2 ? 0.99 : 0.49);
      line(lines, "real-zstd", "default:reversed", 0, step, 0.99);
      line(lines, "real-zstd", "rgpe:related", 0, step, 0.245);
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    assertThat(report(record))
        .contains(
            "| default:related | 1 | 1.00 | 0.50 | 0.50 | 0.50 | 0.50 | 0.50 | 1.00 | – | 2 | 0 |")
        .contains("| 2.00 | – | Infinity | 1 |")
        .contains("| rgpe:related | 1 | 0.26 | 0.26 |");
  }

  @Test
  void cell_saysWhereItIsOverLessThanItsRow() {
    Extent row = new Extent(8, 10, 10);
    assertThat(row.lessThan(row)).isEmpty();
    assertThat(new Extent(8, 1, 3).lessThan(row)).isEqualTo(" (1 to 3 seeds)");
    assertThat(new Extent(1, 1, 1).lessThan(row)).isEqualTo(" (1 task, 1 seed)");
    assertThat(Extent.NONE.lessThan(row)).isEmpty();
  }

  @Test
  void everyTable_saysThatARecordIsFromAChangedTree() throws IOException {
    Path record = Files.createDirectories(folder.resolve("changed"));
    Files.copy(folder.resolve("runs.jsonl"), record.resolve("runs.jsonl"));
    String environment = "{\"commit\": \"f8d43cb2edfb\", \"tree\": \"%s\"}";
    Files.writeString(record.resolve("environment.json"), environment.formatted("CLEAN"));
    assertThat(notes(record)).isZero();
    Files.writeString(record.resolve("environment.2.json"), environment.formatted("CHANGED"));
    Path small = folder.resolve("changed-small");
    CondensedRecord.write(record, small);
    for (Path of : List.of(record, small)) {
      assertThat(notes(of)).isEqualTo(6).isEqualTo(tables(of));
    }
    Files.delete(record.resolve("environment.2.json"));
    Files.writeString(record.resolve("environment.json"), "{\"commit\": \"unknown\"}");
    assertThat(notes(record)).isEqualTo(6);
  }

  private long notes(Path record) throws IOException {
    String note =
        "**Made from a (tree with changes that are in no commit|commit that is not known)";
    return report(record)
        .lines()
        .filter(line -> line.matches(note.replace("**", "\\*\\*") + ".*"))
        .count();
  }

  private long tables(Path record) throws IOException {
    return report(record).lines().filter(line -> line.startsWith("|---")).count();
  }

  private String report(Path record) throws IOException {
    return Files.readString(Report.write(List.of(record), folder.resolve("out")));
  }

  @Test
  void furtherTasks_onWhichAConstantWasChosenAreApart() {
    for (String seen : List.of("colville-4d", "trid-6d", "powell-8d@shift", "zakharov-5d")) {
      assertThat(TaskGroup.of("further-" + seen).label()).startsWith("further ").contains(", seen");
    }
    assertThat(TaskGroup.of("further-hartmann-6d").label()).isEqualTo("further 6-D");
    assertThat(TaskGroup.of("further-trid-6d")).isNotEqualTo(TaskGroup.of("further-hartmann-6d"));
    assertThat(TaskGroup.of("further-trid-6d").slug()).isEqualTo("further-6d-seen");
  }

  @Test
  void duel_countsRuns() {
    Comparison comparison = new Comparison(Results.read(List.of(folder)));
    Comparison.Duel duel = comparison.duel(TaskGroup.of("ackley-2d"), "pt", "rs", 20);
    assertThat(duel.wins()).isEqualTo(2);
    assertThat(duel.losses()).isEqualTo(2);
    assertThat(comparison.meanRanks(TaskGroup.of("ackley-2d"), List.of("rs", "pt"), 0))
        .isEqualTo(new Comparison.Ranks(List.of(1.25, 1.75), 4));
  }

  @Test
  void report_showsScoresAndDamage() throws IOException {
    Path file = Report.write(List.of(folder), folder.resolve("out"));
    String text = Files.readString(file);
    assertThat(text)
        .contains("Skipped 1 damaged line.")
        .contains("- `rs`: random search")
        .contains("| 2-D | 20 | 2 | 0.0 ± ")
        .contains("| 37.5 ± ")
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
        .contains("| rs | 5-D | 1 | 10 | ")
        .contains("| rs | all | 2 | 20 | ");
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
    // the paper's 2-D is over its own two tasks
    assertThat(text)
        .contains(
            "| 2-D | 20 | 2 | 0.0 ± ", "| 37.5 ± ", "| further 2-D | 20 | 1 | 0.0 ± ", "| 80.0 ± ")
        .containsPattern("\\| further 20-D \\| 20 \\| 1 \\| 0.0 ± 0.0 +\\| 0.0 ± 0.0 +\\|")
        .containsPattern("\\| further 8-D \\| 20 \\| 1 \\| 0.0 ± 0.0 +\\| 20.0 ± 0.0 +\\|");
    assertThat(text.indexOf("| further 8-D ")).isLessThan(text.indexOf("| further 20-D "));
    for (String name : List.of("2d", "further-2d", "further-3d", "further-20d")) {
      assertThat(text).contains("(figures/regret-%s.svg)".formatted(name));
      assertThat(out.resolve("figures/regret-time-%s.svg".formatted(name))).exists();
    }
    assertThat(out.resolve("figures/regret-further-5d-shift.svg")).exists();
    assertThat(out.resolve("figures/overview.svg")).content().contains("further 6-D, 1 task");
  }

  @Test
  void recordedPrograms_areAveragedWhateverTheirSizeAndSealedOnesApart() throws IOException {
    Path record = Files.createDirectories(folder.resolve("real"));
    StringBuilder lines = new StringBuilder();
    for (int step = 0; step <= 20; step++) {
      for (String task : List.of("real-zstd-text", "real-svr-meats", "sealed-mlp-college")) {
        line(lines, task, "rs", 0, step, 10);
        line(lines, task, "pt", 0, step, task.equals("real-zstd-text") ? 2 : 6);
      }
    }
    Files.writeString(record.resolve("runs.jsonl"), lines);
    Path out = folder.resolve("out");
    String text = Files.readString(Report.write(List.of(record), out));
    assertThat(text)
        .containsPattern("\\| real \\| 20 \\| 1 \\| 0.0 ± 0.0 +\\| 60.0 ± 0.0 +\\|")
        .containsPattern("\\| real, held out \\| 20 \\| 1 \\| 0.0 ± 0.0 +\\| 40.0 ± 0.0 +\\|");
    assertThat(out.resolve("figures/regret-real.svg")).exists();
    assertThat(out.resolve("figures/regret-sealed.svg")).exists();
  }

  @Test
  void directoryWithoutRecord_isRefused() {
    Path empty = folder.resolve("nothing");
    assertThatThrownBy(() -> Report.write(List.of(empty), folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("runs.jsonl");
  }
}
