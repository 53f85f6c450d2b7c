package dev.leadline.paper.report;

import dev.leadline.lab.report.Comparison;
import dev.leadline.lab.report.Digits;
import dev.leadline.lab.report.Extent;
import dev.leadline.lab.report.MarkdownTable;
import dev.leadline.lab.report.MethodNames;
import dev.leadline.lab.report.Moments;
import dev.leadline.lab.report.Palette;
import dev.leadline.lab.report.RegretFigures;
import dev.leadline.lab.report.Results;
import dev.leadline.lab.report.ScoreTable;
import dev.leadline.lab.report.TaskGroup;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * PT-R by the radius ε of its regulariser beside PT, on the tasks of one group: the paper's
 * Appendix "Ablation study".
 */
final class RadiusStudy {

  static final String INTRODUCTION =
      """

      ## Radius of the regulariser

      PT-R with networks that were trained with different radii ε, beside PT, which has no regulariser. Mean simple regret over the seeds ± half a
      standard deviation, the lowest of a task in bold. Score and mean rank are those of above, over these tasks and among these methods.
      """;

  private static final String PLAIN = "pt";
  private static final Palette.Look PLAIN_LOOK = new Palette.Look("#555555", "6 3");
  private static final Palette.Look BASELINE_LOOK = new Palette.Look("#a0a0a0", "2 2");

  private final TaskGroup group;
  private final List<String> radii;
  private final Results results;
  private final List<String> compared;
  private final int end;

  private RadiusStudy(TaskGroup group, Results all, List<String> radii) {
    this.group = group;
    this.radii = radii;
    List<String> tasks =
        all.tasks(group).stream()
            .filter(task -> radii.stream().anyMatch(method -> all.lastStep(task, method) > 0))
            .toList();
    List<String> names =
        Stream.concat(Stream.of(ScoreTable.BASELINE, PLAIN), radii.stream()).toList();
    Results there = all.only(tasks, names);
    List<String> methods =
        names.stream().filter(method -> there.lastStep(group, method) > 0).toList();
    this.results = all.only(tasks, methods);
    this.compared = methods.stream().filter(method -> !method.equals(ScoreTable.BASELINE)).toList();
    this.end =
        compared.stream().mapToInt(method -> results.lastStep(group, method)).min().orElse(0);
  }

  /** One study for each group of tasks with runs of PT-R under the name {@code pt-r-ε}. */
  static List<RadiusStudy> of(Results results) {
    List<RadiusStudy> studies = new ArrayList<>();
    for (TaskGroup group : results.groups()) {
      List<String> radii =
          results.methods().stream()
              .filter(method -> MethodNames.radius(method).isPresent())
              .filter(method -> results.lastStep(group, method) > 0)
              .sorted(Comparator.comparing(method -> MethodNames.radius(method).orElseThrow()))
              .toList();
      if (!radii.isEmpty()) {
        studies.add(new RadiusStudy(group, results, radii));
      }
    }
    return studies;
  }

  String title() {
    return "%s, %d evaluations".formatted(group.label(), end);
  }

  String fileName() {
    return "ablation-%s.svg".formatted(group.slug());
  }

  /** A row per radius, a column per task. */
  MarkdownTable table() {
    List<String> tasks = results.tasks(group);
    List<String> header = new ArrayList<>(List.of("ε"));
    header.addAll(tasks);
    header.addAll(List.of("seeds", "score", "mean rank"));
    MarkdownTable table = results.table(1, header);
    ScoreTable scores = new ScoreTable(results);
    List<Double> ranks = new Comparison(results).meanRanks(group, compared, end).means();
    for (int i = 0; i < compared.size(); i++) {
      String method = compared.get(i);
      List<String> row = new ArrayList<>(List.of(rowName(method)));
      tasks.forEach(task -> row.add(cell(task, method)));
      ScoreTable.Average score = scores.average(group, method, end);
      int seeds = score.extent().seeds();
      row.add(Integer.toString(seeds));
      row.add(score.cell(new Extent(tasks.size(), seeds, seeds)));
      row.add(Digits.fixed("%.2f", ranks.get(i)));
      table.add(row);
    }
    return table;
  }

  private static String rowName(String method) {
    return MethodNames.radius(method)
        .map(BigDecimal::toPlainString)
        .orElse("none (%s)".formatted(method));
  }

  private String cell(String task, String method) {
    double[] regrets = regrets(task, method);
    if (regrets.length == 0) {
      return "–";
    }
    double mean = Moments.mean(regrets);
    double lowest =
        compared.stream()
            .map(other -> regrets(task, other))
            .filter(of -> of.length > 0)
            .mapToDouble(Moments::mean)
            .min()
            .orElseThrow();
    String text = "%s ± %s".formatted(Digits.of(mean), Digits.of(Moments.deviation(regrets) / 2));
    return mean == lowest ? "**%s**".formatted(text) : text;
  }

  private double[] regrets(String task, String method) {
    return results.regrets(task, method, end).values().stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** Regret against evaluations, one chart per task. */
  String figure() {
    Palette palette =
        Palette.graded(radii)
            .startingWith(PLAIN, PLAIN_LOOK)
            .startingWith(ScoreTable.BASELINE, BASELINE_LOOK);
    String title =
        "Simple regret by radius of the regulariser, %s (mean ± half a standard deviation)";
    return new RegretFigures(results)
        .render(group, title.formatted(group.label()), RegretFigures.Against.EVALUATIONS, palette);
  }
}
