package dev.leadline.lab.report;

import dev.leadline.lab.experiment.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What rules that end trials early save and cost, against the same method without a rule. */
record EarlyStopTable(Results results) {

  /**
   * One run.
   *
   * @param steps how many steps its trials made
   * @param winners how many trials would have become the best so far
   * @param lost how many of these were ended
   * @param isBestLost whether the trial that would have been the best of all was ended
   */
  private record Run(
      String task, long steps, double regret, int winners, int lost, boolean isBestLost) {

    static Run of(List<Evaluation> lines) {
      long steps = 0;
      int winners = 0;
      int lost = 0;
      double best = Double.POSITIVE_INFINITY;
      double lowest = Double.POSITIVE_INFINITY;
      for (Evaluation line : lines) {
        Evaluation.Detail detail = Objects.requireNonNull(line.detail());
        steps += detail.steps() == null ? 0 : detail.steps();
        if (detail.regret() < best) {
          winners++;
          lost += detail.ended() == null ? 0 : 1;
        }
        lowest = Math.min(lowest, detail.regret());
        best = line.regret();
      }
      return new Run(lines.get(0).task(), steps, best, winners, lost, best > lowest);
    }
  }

  /** As Markdown; empty if no record has rules. */
  String render() {
    MarkdownTable table =
        results.table(
            2,
            "method | program | steps made | regret | regret without"
                + " | ended of the best of a study | ended of those that led");
    for (String method : results.methods()) {
      int rule = method.indexOf('+');
      if (rule > 0) {
        Map<String, List<List<Run>>> pairs = new TreeMap<>();
        List<List<Run>> all = new ArrayList<>();
        for (List<Evaluation> lines : results.detailed(method)) {
          for (List<Evaluation> twin : results.detailed(method.substring(0, rule))) {
            if (lines.get(0).task().equals(twin.get(0).task())
                && lines.get(0).seed() == twin.get(0).seed()) {
              List<Run> pair = List.of(Run.of(lines), Run.of(twin));
              all.add(pair);
              pairs.computeIfAbsent(lines.get(0).task(), k -> new ArrayList<>()).add(pair);
            }
          }
        }
        if (!all.isEmpty()) {
          table.add(row(method, "all", all));
          pairs.forEach((task, of) -> table.add(row(method, task, of)));
        }
      }
    }
    return table.under(
        "Trials ended early",
        """
        The steps made as a share of those without the rule; the regret in the way from the best curve's end to the median; and the share of the trials
        that would have become the best of their study, or the best so far, and were ended.
        """);
  }

  /** Of runs with a rule, each with the same one without. */
  private static List<String> row(String method, String task, List<List<Run>> pairs) {
    double[] share =
        pairs.stream()
            .mapToDouble(pair -> (double) pair.get(0).steps / pair.get(1).steps)
            .toArray();
    List<Run> runs = pairs.stream().map(pair -> pair.get(0)).toList();
    double winners = runs.stream().mapToInt(Run::winners).sum();
    return List.of(
        method,
        task,
        percent(Moments.mean(share)),
        Digits.fixed("%.4f", runs.stream().mapToDouble(Run::regret).average().orElseThrow()),
        Digits.fixed(
            "%.4f", pairs.stream().mapToDouble(p -> p.get(1).regret).average().orElseThrow()),
        percent((double) runs.stream().filter(Run::isBestLost).count() / runs.size()),
        percent(runs.stream().mapToInt(Run::lost).sum() / winners));
  }

  private static String percent(double share) {
    return Digits.fixed("%.1f %%", 100 * share);
  }
}
