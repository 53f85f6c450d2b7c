package dev.leadline.paper.report;

import dev.leadline.lab.problem.Suite;
import dev.leadline.lab.report.Digits;
import dev.leadline.lab.report.Extent;
import dev.leadline.lab.report.FigureFolder;
import dev.leadline.lab.report.MarkdownTable;
import dev.leadline.lab.report.ReportSection;
import dev.leadline.lab.report.Results;
import dev.leadline.lab.report.ScoreTable;
import dev.leadline.lab.report.TaskGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a report says beside the paper: its scores, its radii, and where runs probed. */
public final class PaperSection implements ReportSection {

  private static final Map<String, Map<Integer, Double>> PERCENT =
      Map.of(
          "pt", Map.of(1, 20.5, 2, 103.3, 5, 73.0, 10, 36.0),
          "pt-r", Map.of(1, 88.1, 2, 112.4, 5, 77.0, 10, 71.1),
          "pt-nu", Map.of(1, 79.2, 2, 111.8, 5, 74.7, 10, 71.8),
          "pt-nur", Map.of(1, 73.6, 2, 114.3, 5, 78.0, 10, 72.1),
          "gp-2022", Map.of(1, 93.6, 2, 111.0, 5, 65.8, 10, 63.8));

  @Override
  public String render(Results results, List<Path> records, FigureFolder figures)
      throws IOException {
    StringBuilder text = new StringBuilder(besidePaper(results));
    List<RadiusStudy> studies = RadiusStudy.of(results);
    text.append(studies.isEmpty() ? "" : RadiusStudy.INTRODUCTION);
    for (RadiusStudy study : studies) {
      text.append("\n### %s\n\n%s".formatted(study.title(), study.table()));
      text.append(figures.add(study.fileName(), study.figure(), "radii, " + study.title()));
    }
    Optional<String> probes = ProbeFigure.render(records);
    if (probes.isPresent()) {
      text.append("\n## Probes\n");
      text.append(figures.add("probes-1d.svg", probes.get(), "where the runs probed"));
    }
    return text.toString();
  }

  /** The paper's number for a method of this name on its own tasks, at the end of its runs. */
  private static OptionalDouble percent(String method, TaskGroup group) {
    Double value = PERCENT.getOrDefault(method, Map.of()).get(group.dimensions());
    boolean papers = group.suite() == Suite.PAPER && group.variant().isEmpty();
    return value != null && papers ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** The paper's average improvement over random search beside that of records. */
  private static String besidePaper(Results results) {
    ScoreTable scores = new ScoreTable(results);
    MarkdownTable table =
        results.table(1, List.of("method", "inputs", "evaluations", "seeds", "ours", "paper"));
    for (TaskGroup group : results.groups()) {
      for (String method : results.methods()) {
        OptionalDouble paper = percent(method, group);
        int last = results.lastStep(group, method);
        if (paper.isPresent() && last > 0) {
          ScoreTable.Average ours = scores.average(group, method, last);
          int seeds = ours.extent().seeds();
          table.add(
              List.of(
                  method,
                  Integer.toString(group.dimensions()),
                  Integer.toString(last),
                  Integer.toString(seeds),
                  ours.cell(new Extent(results.tasks(group).size(), seeds, seeds)),
                  Digits.fixed("%.1f", paper.getAsDouble())));
        }
      }
    }
    return table.under(
        "Beside the paper",
        """
    The paper's values above 100 are impossible under the metric it states (regret is not negative); its exact formula is not given. Ours is the score above.
    """);
  }
}
