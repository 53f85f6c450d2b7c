package dev.leadline.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What studies gain that are told of earlier ones, against the same method without; methods that
 * only run with earlier ones stand against the first that also runs without.
 */
record RelatedTable(Results results) {

  private static final List<Integer> AT = List.of(1, 2, 3, 5, 10, 20, 30, 50);

  /** The evaluations of a study from nothing that set the level, and of random search. */
  private static final int LEVEL = 30;

  /** A regret counts as so much at least, of that of random search: last digits decide nothing. */
  private static final double LEAST = 0.01;

  /**
   * A run beside the one without, of the same task and seed.
   *
   * @param random the regret of random search on the task, the median of its seeds
   */
  private record Pair(Curve told, Curve plain, double random) {

    double ratio(int step) {
      return (told.regretAt(step) + LEAST * random) / (plain.regretAt(step) + LEAST * random);
    }

    /** After how many evaluations it has what the other has in the end; infinite for never. */
    double reached() {
      return IntStream.rangeClosed(1, told.lastStep())
          .filter(step -> told.regretAt(step) <= plain.regretAt(LEVEL))
          .mapToDouble(step -> step)
          .findFirst()
          .orElse(Double.POSITIVE_INFINITY);
    }
  }

  /** As Markdown; empty if no record has studies that were told of others. */
  String render() {
    List<String> header = new ArrayList<>(List.of("method", "runs"));
    AT.forEach(step -> header.add("after " + step));
    header.addAll(List.of("evaluations to the level", "never"));
    MarkdownTable table = results.table(1, header);
    for (String method : results.methods()) {
      List<Pair> pairs = pairs(method);
      if (!pairs.isEmpty()) {
        double[] reached = pairs.stream().mapToDouble(Pair::reached).toArray();
        List<String> row = new ArrayList<>(List.of(method, Integer.toString(pairs.size())));
        AT.forEach(step -> row.add(ratio(pairs, step)));
        row.add(Digits.of(Moments.median(reached)));
        row.add(Long.toString(pairs.stream().filter(p -> Double.isInfinite(p.reached())).count()));
        table.add(row);
      }
    }
    return table.under(
        "Told of earlier studies",
        """
        Regret as a multiple of that without, geometric mean of the runs; each regret counts as at least %.0f %% of random search's after %d evaluations.
        The level is what the study without has after %2$d; the median, and how many runs never reach it.
        """
            .formatted(100 * LEAST, LEVEL));
  }

  private static String ratio(List<Pair> pairs, int step) {
    ToDoubleFunction<Pair> log =
        pair ->
            pair.told.lastStep() < step || pair.plain.lastStep() < step
                ? Double.NaN
                : Math.log(pair.ratio(step));
    return Digits.fixed("%.2f", Math.exp(pairs.stream().mapToDouble(log).average().orElseThrow()));
  }

  private List<Pair> pairs(String method) {
    List<Pair> pairs = new ArrayList<>();
    if (method.contains(":")) {
      String plain = without(method);
      for (TaskGroup group : results.groups()) {
        for (String task : results.tasks(group)) {
          Map<Long, Double> random = results.regrets(task, ScoreTable.BASELINE, LEVEL);
          double scale = Moments.median(random.values().stream().mapToDouble(v -> v).toArray());
          Map<Long, Curve> without = results.curves(task, plain);
          results
              .curves(task, method)
              .forEach(
                  (seed, told) -> {
                    Curve twin = without.get(seed);
                    if (scale > 0 && twin != null && twin.lastStep() >= LEVEL) {
                      pairs.add(new Pair(told, twin, scale));
                    }
                  });
        }
      }
    }
    return pairs;
  }

  private String without(String method) {
    List<String> all = results.methods();
    String same = method.replaceFirst(":.*", "");
    return all.contains(same)
        ? same
        : all.stream()
            .filter(one -> all.stream().anyMatch(told -> told.startsWith(one + ":")))
            .findFirst()
            .orElse(same);
  }
}
