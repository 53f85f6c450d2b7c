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

  /** The standard deviation of the average when the seeds are drawn anew with replacement. */
  private double spread(TaskGroup group, String method, int step) {
    SplittableRandom random = Seed.stream("bootstrap " + group.slug() + method, step);
    double[] averages = new double[RESAMPLES];
    List<double[][]> pairs = new ArrayList<>();
    for (String task : results.tasks(group)) {
      double[] own = values(results.regrets(task, method, step));
      double[] baseline = values(results.regrets(task, BASELINE, step));
      if (own.length > 0 && baseline.length > 0) {
        pairs.add(new double[][] {own, baseline});
      }
    }
    for (int i = 0; i < RESAMPLES; i++) {
      averages[i] =
          pairs.stream()
              .mapToDouble(pair -> score(resampled(pair[0], random), resampled(pair[1], random)))
              .average()
              .orElse(Double.NaN);
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

  private static double resampled(double[] values, SplittableRandom random) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[random.nextInt(values.length)];
    }
    return sum / values.length;
  }

  private static double[] values(Map<Long, Double> regrets) {
    return regrets.values().stream().mapToDouble(Double::doubleValue).toArray();
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
  record Average(double mean, double spread, int tasks) {}
}
