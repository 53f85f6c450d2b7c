package dev.leadline.paper.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.lab.report.CondensedRecord;
import dev.leadline.lab.report.Palette;
import dev.leadline.lab.report.Report;
import dev.leadline.lab.report.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RadiusStudyTest {

  private static final int STEPS = 30;

  @TempDir Path folder;

  @Test
  void table_hasARowPerRadiusInIncreasingOrderAndTheBestInBold() throws IOException {
    Results results = Results.read(List.of(radii("ablation")));
    assertThat(RadiusStudy.of(results))
        .singleElement()
        .satisfies(
            study -> {
              assertThat(study.title()).isEqualTo("2-D, 30 evaluations");
              assertThat(study.fileName()).isEqualTo("ablation-2d.svg");
              // seeds differ by a tenth of the mean, so half a deviation is 0.0354 of it
              String[] rows = study.table().toString().split("\n");
              assertThat(rows).hasSize(6);
              assertThat(rows[0])
                  .isEqualTo("| ε | ackley-2d | levy-2d | seeds | score | mean rank |");
              assertThat(rows[2])
                  .startsWith("| none (pt) | 5 ± 0.177 | 7 ± 0.247 | 2 | 25.0 ± ")
                  .endsWith(" | 3.50 |");
              assertThat(rows[3])
                  .startsWith("| 0.025 | 4 ± 0.141 | **1 ± 0.0354** | 2 | 68.8 ± ")
                  .endsWith(" | 2.00 |");
              assertThat(rows[4])
                  .startsWith("| 0.05 | **2 ± 0.0707** | 6 ± 0.212 | 2 | 50.0 ± ")
                  .endsWith(" | 1.50 |");
              assertThat(rows[5])
                  .startsWith("| 0.1 | 3 ± 0.106 | 8 ± 0.283 | 2 | 31.3 ± ")
                  .endsWith(" | 3.00 |");
            });
  }

  @Test
  void figure_drawsRadiiFromLightToDarkOverGreyReferences() throws IOException {
    String svg = RadiusStudy.of(Results.read(List.of(radii("ablation")))).get(0).figure();
    assertThat(svg).contains(">ackley-2d<", ">levy-2d<", "radius of the regulariser, 2-D");
    assertThat(svg.split(">pt-r-0.05<", -1)).as("one legend").hasSize(2);
    assertThat(svg)
        .containsSubsequence(">rs<", ">pt<", ">pt-r-0.025<", ">pt-r-0.05<", ">pt-r-0.1<");
    Palette shades = Palette.graded(List.of("pt-r-0.025", "pt-r-0.05", "pt-r-0.1"));
    shades.looks().values().forEach(look -> assertThat(svg).contains(look.colour()));
    assertThat(svg).contains("stroke-dasharray=\"6 3\"", "stroke-dasharray=\"2 2\"");
  }

  @Test
  void references_mayComeFromAnotherRecordWithMoreTasks() throws IOException {
    Path ablation =
        record("ablation", List.of("ackley-2d"), Map.of("pt-r-0.1", 1.0, "pt-r-0.05", 2.0));
    Path protocol =
        record("paper", List.of("ackley-2d", "beale-2d"), Map.of("rs", 10.0, "pt", 5.0));
    Path out = folder.resolve("out");
    String text = Files.readString(Report.write(List.of(ablation, protocol), out));
    assertThat(text)
        .contains("- `pt-r-0.05`: the paper's transformer with the regulariser, radius 0.05")
        .contains("## Radius of the regulariser")
        .contains("| ε | ackley-2d | seeds | score | mean rank |")
        .contains("| none (pt) | 5 ± 0.177 | 2 | 50.0 ± ")
        .contains("| 0.1 | **1 ± 0.0354** | 2 | 90.0 ± ")
        .contains("(figures/ablation-2d.svg)")
        .doesNotContain("more than one record");
    assertThat(out.resolve("figures/ablation-2d.svg"))
        .content()
        .contains("ackley-2d", ">rs<", ">pt<")
        .doesNotContain("beale-2d");
    assertThat(section(text, "Mean rank")).contains("| 2-D | 30 | 4 | – | – |");
    assertThat(section(text, "Mean log10 regret")).contains("(1 task)");
  }

  @Test
  void runsOfTwoRecords_countOnceAndTheReportSaysSo() throws IOException {
    Path first = record("first", List.of("ackley-2d"), Map.of("pt", 8.0, "rs", 10.0));
    Path last = record("last", List.of("ackley-2d"), Map.of("pt", 4.0, "pt-r-0.1", 2.0));
    String text = Files.readString(Report.write(List.of(first, last), folder.resolve("out")));
    assertThat(text)
        .contains("**Runs that more than one record holds: pt 2. The record named last counts.**")
        .contains("| none (pt) | 4 ± 0.141 | 2 | 60.0 ± ");
  }

  @Test
  void recordsWithoutRadii_haveNoSuchSection() throws IOException {
    Path record = record("paper", List.of("ackley-2d"), Map.of("rs", 2.0, "pt-r", 1.0));
    Path out = folder.resolve("out");
    assertThat(Report.write(List.of(record), out)).content().doesNotContain("Radius");
    assertThat(out.resolve("figures/ablation-2d.svg")).doesNotExist();
  }

  @Test
  void condensedRecord_givesTheSameTable() throws IOException {
    Path whole = radii("ablation");
    Path small = folder.resolve("small");
    CondensedRecord.write(whole, small);
    assertThat(table(small)).isEqualTo(table(whole));
  }

  private static String table(Path record) {
    return RadiusStudy.of(Results.read(List.of(record))).get(0).table().toString();
  }

  private static String section(String text, String title) {
    int start = text.indexOf("\n## " + title);
    return text.substring(start, text.indexOf("\n## ", start + 1));
  }

  private Path radii(String name) throws IOException {
    Path directory = Files.createDirectories(folder.resolve(name));
    String[] methods = {"pt-r-0.1", "rs", "pt-r-0.025", "pt", "pt-r-0.05"};
    double[] ackley = {3, 8, 4, 5, 2};
    double[] levy = {8, 8, 1, 7, 6};
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < methods.length; i++) {
      run(lines, "ackley-2d", methods[i], ackley[i]);
      run(lines, "levy-2d", methods[i], levy[i]);
    }
    Files.writeString(directory.resolve("runs.jsonl"), lines);
    return directory;
  }

  private Path record(String name, List<String> tasks, Map<String, Double> regrets)
      throws IOException {
    Path directory = Files.createDirectories(folder.resolve(name));
    StringBuilder lines = new StringBuilder();
    for (String task : tasks) {
      regrets.forEach((method, regret) -> run(lines, task, method, regret));
    }
    Files.writeString(directory.resolve("runs.jsonl"), lines);
    return directory;
  }

  /** Two seeds that end a twentieth above and below the regret. */
  private static void run(StringBuilder lines, String task, String method, double regret) {
    for (int seed = 0; seed < 2; seed++) {
      double end = regret * (seed == 0 ? 0.95 : 1.05);
      for (int step = 0; step <= STEPS; step++) {
        lines.append(
            "{\"task\":\"%s\",\"method\":\"%s\",\"seed\":%d,\"step\":%d,\"value\":1,\"regret\":%s,\"optimiserMs\":2,\"objectiveMs\":0,\"lanes\":1}\n"
                .formatted(task, method, seed, step, end * (1 + STEPS - step)));
      }
    }
  }
}
