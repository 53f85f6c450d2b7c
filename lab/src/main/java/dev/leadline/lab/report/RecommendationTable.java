package dev.leadline.lab.report;

import dev.leadline.lab.experiment.Evaluation;
import dev.leadline.lab.problem.Told;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What studies recommend after noisy runs, against the trials of the lowest value seen. */
record RecommendationTable(Results results) {

  /**
   * What one run ended with, all regrets without noise.
   *
   * @param luckiest the regret of the trial with the lowest value seen
   * @param lowest the smallest regret of any trial: nobody can know which it is
   */
  private record Run(String task, Told.Choice recommended, double luckiest, double lowest) {

    static Run of(List<Evaluation> lines, Told.Choice recommended) {
      Evaluation last = lines.get(lines.size() - 1);
      double lowest =
          lines.stream()
              .map(Evaluation::detail)
              .filter(Objects::nonNull)
              .mapToDouble(Evaluation.Detail::regret)
              .min()
              .orElseThrow();
      return new Run(last.task(), recommended, last.regret(), lowest);
    }
  }

  /** As Markdown; empty if no record has recommendations. */
  String render() {
    MarkdownTable table =
        results.table(
            2,
            "method | tasks | runs | recommended / luckiest | best trial / luckiest"
                + " | better | worse | 80 % interval holds");
    for (String method : results.methods()) {
      Map<TaskGroup, List<Run>> groups =
          results.detailed(method).stream()
              .flatMap(lines -> recommended(lines).stream())
              .collect(
                  Collectors.groupingBy(
                      run -> TaskGroup.of(run.task), TreeMap::new, Collectors.toList()));
      groups.forEach((group, runs) -> table.add(row(method, group.label(), runs)));
    }
    return table.under(
        "Recommendations",
        """
        Regrets without noise of what is recommended and of the best trial, over that of the trial with the lowest value seen, averaged over the tasks
        with its standard error; in how many runs the recommendation is better and worse; and how often the interval that comes with it holds its value.
        """);
  }

  private static List<Run> recommended(List<Evaluation> lines) {
    Evaluation.Detail last = lines.get(lines.size() - 1).detail();
    return last == null || last.recommended() == null
        ? List.of()
        : List.of(Run.of(lines, last.recommended()));
  }

  private static List<String> row(String method, String tasks, List<Run> runs) {
    double[] ratios = ratios(runs, run -> run.recommended.regret());
    double error = Moments.deviation(ratios) / Math.sqrt(ratios.length);
    return List.of(
        method,
        tasks,
        Integer.toString(runs.size()),
        String.format(Locale.ROOT, "%.2f ± %.2f", Moments.mean(ratios), error),
        Digits.fixed("%.2f", Moments.mean(ratios(runs, Run::lowest))),
        Long.toString(runs.stream().filter(r -> r.recommended.regret() < r.luckiest).count()),
        Long.toString(runs.stream().filter(r -> r.recommended.regret() > r.luckiest).count()),
        Digits.fixed(
            "%.0f %%",
            100.0 * runs.stream().filter(r -> r.recommended.isHeld()).count() / runs.size()));
  }

  /** The ratio of mean regrets of each task; 1 where the luckiest has none to lose. */
  private static double[] ratios(List<Run> runs, ToDoubleFunction<Run> regret) {
    Map<String, List<Run>> byTask = runs.stream().collect(Collectors.groupingBy(Run::task));
    return byTask.values().stream()
        .mapToDouble(
            of -> {
              double luckiest = of.stream().mapToDouble(Run::luckiest).sum();
              return luckiest > 0 ? of.stream().mapToDouble(regret).sum() / luckiest : 1;
            })
        .toArray();
  }
}
