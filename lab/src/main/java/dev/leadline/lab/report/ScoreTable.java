package dev.leadline.lab.report;

import dev.leadline.lab.problem.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * The score 100·max(0, 1 − r/r_RS): improvement over random search with the same number of
 * evaluations, r being the mean simple regret over the seeds that both have.
 */
public record ScoreTable(Results results) {

  public static final String BASELINE = "rs";
  private static final int RESAMPLES = 200;

  /** The score on one task over the seeds that both methods have; empty if there are none. */
  OptionalDouble score(String task, String method, int step) {
    Map<Long, Pair> pairs = pairs(task, method, step);
    return pairs.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(score(List.copyOf(pairs.values())));
  }

  /** Mean score over the tasks of a group that have one, and its spread over the same seeds. */
  public Average average(TaskGroup group, String method, int step) {
    List<Map<Long, Pair>> byTask =
        results.tasks(group).stream()
            .map(task -> pairs(task, method, step))
            .filter(pairs -> !pairs.isEmpty())
            .toList();
    List<List<Pair>> pairs = byTask.stream().map(of -> List.copyOf(of.values())).toList();
    double mean = pairs.stream().mapToDouble(ScoreTable::score).average().orElse(Double.NaN);
    SplittableRandom random = Seed.stream("bootstrap " + group.slug() + method, step);
    return new Average(mean, spread(pairs, random), Extent.of(byTask));
  }

  /** The mean of 100·(1 − r/r_RS) over the tasks, below 0 where random search is better; or NaN. */
  public double uncapped(TaskGroup group, String method, int step) {
    return results.tasks(group).stream()
        .map(task -> pairs(task, method, step).values())
        .filter(pairs -> !pairs.isEmpty())
        .mapToDouble(
            pairs ->
                100
                    * (1
                        - pairs.stream().mapToDouble(Pair::own).sum()
                            / pairs.stream().mapToDouble(Pair::baseline).sum()))
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }

  /** The regrets by seed, of the seeds that the method shares with random search. */
  private Map<Long, Pair> pairs(String task, String method, int step) {
    Map<Long, Double> baseline = results.regrets(task, BASELINE, step);
    Map<Long, Pair> pairs = new TreeMap<>();
    results
        .regrets(task, method, step)
        .forEach(
            (seed, own) -> {
              Double random = baseline.get(seed);
              if (random != null) {
                pairs.put(seed, new Pair(own, random));
              }
            });
    return pairs;
  }

  /** The standard deviation of the average when the seeds are drawn anew, in pairs. */
  private static double spread(List<List<Pair>> byTask, SplittableRandom random) {
    double[] averages = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      averages[i] =
          byTask.stream().mapToDouble(of -> score(resampled(of, random))).average().orElse(0);
    }
    double mean = DoubleStream.of(averages).average().orElse(Double.NaN);
    return Math.sqrt(
        DoubleStream.of(averages).map(a -> (a - mean) * (a - mean)).average().orElse(0));
  }

  private static double score(List<Pair> pairs) {
    double own = pairs.stream().mapToDouble(Pair::own).sum();
    double baseline = pairs.stream().mapToDouble(Pair::baseline).sum();
    return own >= baseline ? 0 : 100 * (1 - own / baseline);
  }

  private static List<Pair> resampled(List<Pair> pairs, SplittableRandom random) {
    List<Pair> drawn = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      drawn.add(pairs.get(random.nextInt(pairs.size())));
    }
    return drawn;
  }

  /** The regrets of one seed: the method's own and random search's. */
  private record Pair(double own, double baseline) {}

  /**
   * An average score.
   *
   * @param mean NaN if there is none
   * @param spread its standard deviation by bootstrap over the seeds
   * @param extent the tasks and seeds that both of them are over
   */
  public record Average(double mean, double spread, Extent extent) {

    /** For tables; says so if it is over less than its row. */
    public String cell(Extent row) {
      return extent.tasks() == 0
          ? "–"
          : Digits.fixed("%.1f", mean) + Digits.fixed(" ± %.1f", spread) + extent.lessThan(row);
    }
  }
}
