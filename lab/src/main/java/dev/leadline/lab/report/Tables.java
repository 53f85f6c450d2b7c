package dev.leadline.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The tables of a report, as Markdown. */
final class Tables {

  private static final int[] BUDGETS = {20, 50, 100, 200, 250, 500, 1000, 2000};

  private final Results results;
  private final ScoreTable scores;
  private final Comparison comparison;

  Tables(Results results) {
    this.results = results;
    this.scores = new ScoreTable(results);
    this.comparison = new Comparison(results);
  }

  String render() {
    return scoreTable()
        + logRegretTable()
        + rankTable()
        + duelTable()
        + new TimeTable(results).render()
        + taskTable();
  }

  private String scoreTable() {
    MarkdownTable table = results.table(1, header("tasks", "evaluations", "seeds"));
    for (TaskGroup group : results.groups()) {
      for (int budget : budgets(group)) {
        List<ScoreTable.Average> averages =
            results.methods().stream().map(m -> scores.average(group, m, budget)).toList();
        Extent extent = Extent.largest(averages.stream().map(ScoreTable.Average::extent).toList());
        List<String> row = row(group, budget, extent);
        averages.forEach(average -> row.add(average.cell(extent)));
        table.add(row);
      }
    }
    return """

    ## Score

    100·max(0, 1 − r/r_RS), r the mean simple regret over the seeds and r_RS that of random search over the same seeds, averaged over the tasks:
    0 is no better than random search, 100 is the optimum. ± is the standard deviation of the average under resampling of these seeds. Evaluations
    are counted after the initial points; a cell says so where it is over fewer tasks or seeds than its row.

    %s\
    """
        .formatted(table);
  }

  private String logRegretTable() {
    MarkdownTable table = results.table(1, header("tasks", "evaluations", "seeds"));
    for (TaskGroup group : results.groups()) {
      for (int budget : budgets(group)) {
        Extent extent = extent(group, budget);
        List<String> row = row(group, budget, extent);
        for (String method : results.methods()) {
          double[] logs =
              results.tasks(group).stream()
                  .flatMap(task -> results.regrets(task, method, budget).values().stream())
                  .mapToDouble(Comparison::logRegret)
                  .toArray();
          row.add(
              Digits.fixed("%.2f", Moments.mean(logs))
                  + results.extent(group, method, budget).lessThan(extent));
        }
        table.add(row);
      }
    }
    return "\n"
        + "## Mean log10 regret\n\n"
        + "Over tasks and seeds, lower is better; regrets below 1e-9 count as 1e-9.\n\n"
        + table;
  }

  /** The most tasks and seeds that any method has brought to this step. */
  private Extent extent(TaskGroup group, int budget) {
    return Extent.largest(
        results.methods().stream().map(m -> results.extent(group, m, budget)).toList());
  }

  private String rankTable() {
    MarkdownTable table = results.table(1, header("tasks", "evaluations", "runs"));
    for (TaskGroup group : results.groups()) {
      int budget = commonEnd(group);
      List<String> present = present(group, budget);
      if (budget > 0 && !present.isEmpty()) {
        Comparison.Ranks ranks = comparison.meanRanks(group, present, budget);
        List<String> row = new ArrayList<>();
        row.addAll(
            List.of(group.label(), Integer.toString(budget), Integer.toString(ranks.runs())));
        for (String method : results.methods()) {
          int index = present.indexOf(method);
          row.add(index < 0 ? "–" : Digits.fixed("%.2f", ranks.means().get(index)));
        }
        table.add(row);
      }
    }
    return "\n"
        + "## Mean rank\n\n"
        + "Among the methods with runs on all tasks, per task and seed; 1 is best.\n\n"
        + table;
  }

  private String duelTable() {
    MarkdownTable table =
        results.table(3, "method | against | tasks | evaluations | runs | win | tie | loss | p");
    String champion = results.methods().contains("default") ? "default" : lastMethod();
    for (TaskGroup group : results.groups()) {
      for (String other : results.methods()) {
        int budget = Math.min(results.lastStep(group, champion), results.lastStep(group, other));
        if (!other.equals(champion) && budget > 0) {
          Comparison.Duel duel = comparison.duel(group, champion, other, budget);
          table.add(
              List.of(
                  champion,
                  other,
                  group.label(),
                  Integer.toString(budget),
                  Integer.toString(duel.pairs()),
                  Integer.toString(duel.wins()),
                  Integer.toString(duel.ties()),
                  Integer.toString(duel.losses()),
                  probability(duel.p())));
        }
      }
    }
    return """

    ## Win, tie, loss

    Runs (task and seed) in which the method ended with the lower regret; p is Wilcoxon's signed-rank test on log10 regret, two-sided.

    %s\
    """
        .formatted(table);
  }

  private String taskTable() {
    MarkdownTable table = results.table(1, header("task", "evaluations", "seeds"));
    for (TaskGroup group : results.groups()) {
      int budget = commonEnd(group);
      for (String task : results.tasks(group)) {
        Extent extent =
            Extent.largest(results.methods().stream().map(m -> extent(task, m, budget)).toList());
        List<String> row = new ArrayList<>();
        row.addAll(List.of(task, Integer.toString(budget), Integer.toString(extent.seeds())));
        for (String method : results.methods()) {
          double[] regrets =
              results.regrets(task, method, budget).values().stream()
                  .mapToDouble(Double::doubleValue)
                  .toArray();
          row.add(Digits.of(Moments.mean(regrets)) + extent(task, method, budget).lessThan(extent));
        }
        table.add(row);
      }
    }
    return "\n## Mean regret by task\n\nOver the seeds, lower is better.\n\n" + table;
  }

  private List<String> header(String... first) {
    List<String> header = new ArrayList<>(List.of(first));
    header.addAll(results.methods());
    return header;
  }

  private static List<String> row(TaskGroup group, int budget, Extent extent) {
    return new ArrayList<>(
        List.of(group.label(), Integer.toString(budget), Integer.toString(extent.seeds())));
  }

  private Extent extent(String task, String method, int budget) {
    return Extent.of(List.of(results.regrets(task, method, budget)));
  }

  private int[] budgets(TaskGroup group) {
    int longest =
        results.methods().stream()
            .mapToInt(method -> results.lastStep(group, method))
            .max()
            .orElse(0);
    IntStream usual = IntStream.of(BUDGETS).filter(budget -> budget <= longest);
    return IntStream.concat(usual, IntStream.of(longest)).filter(b -> b > 0).distinct().toArray();
  }

  /** The longest budget that every method with runs in the group has reached. */
  private int commonEnd(TaskGroup group) {
    return results.methods().stream()
        .mapToInt(method -> results.lastStep(group, method))
        .filter(step -> step > 0)
        .min()
        .orElse(0);
  }

  /** The methods that have come so far on every task of the group. */
  private List<String> present(TaskGroup group, int budget) {
    return results.methods().stream()
        .filter(
            method ->
                results.tasks(group).stream()
                    .allMatch(task -> results.lastStep(task, method) >= budget))
        .toList();
  }

  private String lastMethod() {
    return results.methods().get(results.methods().size() - 1);
  }

  private static String probability(double p) {
    return p < 1e-4 ? "<0.0001" : Digits.fixed(p < 0.01 ? "%.4f" : "%.2f", p);
  }
}
