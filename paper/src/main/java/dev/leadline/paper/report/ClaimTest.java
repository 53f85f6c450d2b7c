package dev.leadline.paper.report;

import dev.leadline.lab.problem.Seed;
import dev.leadline.lab.report.Comparison;
import dev.leadline.lab.report.Results;
import dev.leadline.lab.report.TaskGroup;
import dev.leadline.lab.report.TrainedVariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * Tests claims by paired differences of log10 regret, the training being the unit.
 *
 * @param results all runs
 * @param halfGlobal whether the runs with half of the candidates anywhere are meant
 */
record ClaimTest(Results results, boolean halfGlobal) {

  /** From so many trainings on there is an interval over trainings. */
  static final int ENOUGH_TRAININGS = 3;

  private static final int DRAWS = 2000;

  /** Student's 97.5 % quantiles for 2 to 9 degrees of freedom. */
  private static final double[] STUDENT = {4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};

  private static final double NORMAL = 1.96;

  /** What runs say about a claim. */
  enum Verdict {
    HOLDS("holds", "leans for"),
    DOES_NOT_HOLD("does not hold", "leans against"),
    UNDECIDED("undecided", "undecided");

    private final String certain;
    private final String leaning;

    Verdict(String certain, String leaning) {
      this.certain = certain;
      this.leaning = leaning;
    }

    /**
     * By the interval of the difference of log10 regrets, the claimed better method's first.
     *
     * @param margin up to which the claim still holds
     */
    static Verdict of(double low, double high, double margin) {
      if (high < margin) {
        return HOLDS;
      }
      return low > 0 ? DOES_NOT_HOLD : UNDECIDED;
    }

    /** In words; fewer than three trainings only lean. */
    String words(int trainings) {
      return trainings < ENOUGH_TRAININGS ? leaning : certain;
    }
  }

  /**
   * What the runs say at one length.
   *
   * @param trainings how many trainings were compared
   * @param tasks on how many tasks
   * @param mean of the differences
   * @param low the lower end of its 95 % interval
   * @param high the upper end
   * @param lower in how many runs the claimed better method had the lower regret
   * @param higher in how many it had the higher
   */
  record Evidence(
      Verdict verdict,
      int trainings,
      int tasks,
      double mean,
      double low,
      double high,
      int lower,
      int higher) {}

  /** The evidence on a claim; nothing if the two methods share no run of that length. */
  Optional<Evidence> test(Claim claim, TaskGroup group, int step) {
    List<Map<String, Double>> trainings = new ArrayList<>();
    int lower = 0;
    int higher = 0;
    for (String label : trainingsOf(claim.better())) {
      Map<String, Double> byTask = new LinkedHashMap<>();
      for (String task : results.tasks(group)) {
        double[] differences = differences(task, label, partner(claim, label), step);
        if (differences.length > 0) {
          byTask.put(task, Arrays.stream(differences).average().orElse(0));
          lower += (int) Arrays.stream(differences).filter(d -> d < 0).count();
          higher += (int) Arrays.stream(differences).filter(d -> d > 0).count();
        }
      }
      if (!byTask.isEmpty()) {
        trainings.add(byTask);
      }
    }
    if (trainings.isEmpty()) {
      return Optional.empty();
    }
    double[] interval =
        trainings.size() < ENOUGH_TRAININGS
            ? overTasks(trainings, claim, group, step)
            : overTrainings(trainings);
    double mean = trainings.stream().mapToDouble(ClaimTest::mean).average().orElse(0);
    return Optional.of(
        new Evidence(
            Verdict.of(interval[0], interval[1], claim.margin()),
            trainings.size(),
            trainings.get(0).size(),
            mean,
            interval[0],
            interval[1],
            lower,
            higher));
  }

  /** The labels of a variant's trainings behind the wanted search, first training first. */
  List<String> trainingsOf(String variant) {
    return results.methods().stream()
        .filter(label -> TrainedVariant.of(label).method().equals(variant))
        .filter(label -> TrainedVariant.of(label).halfGlobal() == halfGlobal)
        .sorted((a, b) -> TrainedVariant.of(a).training() - TrainedVariant.of(b).training())
        .toList();
  }

  /** The same training of the other variant; a control has none and is everybody's partner. */
  private String partner(Claim claim, String label) {
    boolean trained = claim.than().startsWith("pt");
    if (trained) {
      return claim.than() + label.substring(claim.better().length());
    }
    boolean searches = claim.than().startsWith("local-only") || claim.than().equals("gp-local");
    return claim.than() + (halfGlobal && searches ? "-half" : "");
  }

  private double[] differences(String task, String better, String than, int step) {
    Map<Long, Double> own = results.regrets(task, better, step);
    Map<Long, Double> other = results.regrets(task, than, step);
    return own.keySet().stream()
        .filter(other::containsKey)
        .mapToDouble(
            seed ->
                Comparison.logRegret(own.getOrDefault(seed, 0.0))
                    - Comparison.logRegret(other.getOrDefault(seed, 0.0)))
        .toArray();
  }

  private static double mean(Map<String, Double> byTask) {
    return byTask.values().stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static double[] overTrainings(List<Map<String, Double>> trainings) {
    double[] means = trainings.stream().mapToDouble(ClaimTest::mean).toArray();
    int freedom = means.length - 1;
    double quantile = freedom - 2 < STUDENT.length ? STUDENT[freedom - 2] : NORMAL;
    double mean = DoubleStream.of(means).average().orElse(0);
    double squares = DoubleStream.of(means).map(m -> (m - mean) * (m - mean)).sum();
    double half = quantile * Math.sqrt(squares / freedom / means.length);
    return new double[] {mean - half, mean + half};
  }

  /** A bootstrap over the tasks: it knows nothing of how trainings differ. */
  private double[] overTasks(
      List<Map<String, Double>> trainings, Claim claim, TaskGroup group, int step) {
    double[] byTask =
        trainings.get(0).keySet().stream()
            .mapToDouble(
                task ->
                    trainings.stream()
                        .mapToDouble(training -> training.getOrDefault(task, 0.0))
                        .average()
                        .orElse(0))
            .toArray();
    SplittableRandom random =
        Seed.stream("claim " + claim.better() + claim.than() + group.slug(), step);
    double[] means = new double[DRAWS];
    Arrays.setAll(
        means,
        draw ->
            random
                .ints(byTask.length, 0, byTask.length)
                .mapToDouble(i -> byTask[i])
                .average()
                .orElse(0));
    Arrays.sort(means);
    return new double[] {means[DRAWS / 40], means[DRAWS - 1 - DRAWS / 40]};
  }
}
