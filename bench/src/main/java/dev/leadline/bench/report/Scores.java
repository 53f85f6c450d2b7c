package dev.leadline.bench.report;

import dev.leadline.bench.task.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * The score 100·max(0, 1 − r/r_RS): improvement over random search with the same number of
 * evaluations, r being the mean simple regret over the seeds.
 */
final class Scores {

  static final String BASELINE = "rs";
  private static final int RESAMPLES = 200;

  private final Results results;

  Scores(Results results) {
    this.results = results;
  }

  /** The score on one task; empty if either method has no run that long. */
  OptionalDouble score(String task, String method, int step) {
    double own = mean(results.regrets(task, method, step).values());
    double random = mean(results.regrets(task, BASELINE, step).values());
    return Double.isNaN(own) || Double.isNaN(random)
        ? OptionalDouble.empty()
        : OptionalDouble.of(score(own, random));
  }

  /** Mean score over the tasks of a group that have one; the count says how many. */
  Average average(TaskGroup group, String method, int step) {
    List<Double> scores = new ArrayList<>();
    for (String task : results.tasks(group)) {
      score(task, method, step).ifPresent(scores::add);
    }
    double mean = scores.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    return new Average(
        mean, scores.isEmpty() ? Double.NaN : spread(group, method, step), scores.size());
  }

  /** The standard deviation of the average when the shared seeds are drawn anew, in pairs. */
  private double spread(TaskGroup group, String method, int step) {
    SplittableRandom random = Seed.stream("bootstrap " + group.slug() + method, step);
    List<double[][]> pairs = new ArrayList<>();
    for (String task : results.tasks(group)) {
      Map<Long, Double> own = results.regrets(task, method, step);
      Map<Long, Double> baseline = results.regrets(task, BASELINE, step);
      double[][] shared =
          own.entrySet().stream()
              .filter(entry -> baseline.containsKey(entry.getKey()))
              .map(e -> new double[] {e.getValue(), baseline.getOrDefault(e.getKey(), 0.0)})
              .toArray(double[][]::new);
      if (shared.length > 0) {
        pairs.add(shared);
      }
    }
    double[] averages = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      averages[i] = pairs.stream().mapToDouble(of -> resampled(of, random)).average().orElse(0);
    }
    double mean = DoubleStream.of(averages).average().orElse(Double.NaN);
    return Math.sqrt(
        DoubleStream.of(averages).map(a -> (a - mean) * (a - mean)).average().orElse(0));
  }

  private static double score(double regret, double baseline) {
    if (baseline == 0) {
      return 0;
    }
    return 100 * Math.max(0, 1 - regret / baseline);
  }

  private static double resampled(double[][] pairs, SplittableRandom random) {
    double own = 0;
    double baseline = 0;
    for (int i = 0; i < pairs.length; i++) {
      double[] pair = pairs[random.nextInt(pairs.length)];
      own += pair[0];
      baseline += pair[1];
    }
    return score(own, baseline);
  }

  /** How many tasks a number is over, where that is not all of them. */
  static String partly(long tasks, int all) {
    return tasks == 0 || tasks == all
        ? ""
        : " (%d %s)".formatted(tasks, tasks == 1 ? "task" : "tasks");
  }

  private static double mean(Iterable<Double> values) {
    double sum = 0;
    int count = 0;
    for (double value : values) {
      sum += value;
      count++;
    }
    return sum / count;
  }

  /**
   * An average score.
   *
   * @param mean NaN if there is none
   * @param spread its standard deviation by bootstrap over the seeds
   * @param tasks the number of tasks averaged
   */
  record Average(double mean, double spread, int tasks) {

    /** For tables; says so if the average is not over all tasks of the group. */
    String cell(int all) {
      if (tasks == 0) {
        return "–";
      }
      return Digits.fixed("%.1f", mean) + Digits.fixed(" ± %.1f", spread) + partly(tasks, all);
    }
  }
}
