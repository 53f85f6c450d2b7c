package dev.leadline.study;

import dev.leadline.suggest.FinishedTrial;
import dev.leadline.suggest.History;
import dev.leadline.suggest.Model;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.units.ModelUnits;
import dev.leadline.units.OutputScaling;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a model expects of a finished trial, in the user's units with small values good.
 *
 * @param low the first decile of its belief
 * @param high the last decile of its belief
 */
record Expectation(int trial, double median, double low, double high) {

  /* Where an observed value differs from the median at its point, the model holds the difference for noise. Of a function that
  is rougher than the model believes, part of it is real: a sharp minimum would be passed over for a smooth neighbourhood.
  So a fifth of the difference counts. More would follow luck again; benchmarks/2026-11-15-noise compares. */
  private static final double TRUST = 0.2;

  /**
   * The completed trial of lowest median, moved by a fifth towards the mean of what was observed at
   * its point; the earliest of equals.
   *
   * @param history with at least one value and nothing pending
   */
  static Expectation best(Model model, History history) {
    ModelUnits.View view = model.units().of(history.observations());
    List<FinishedTrial> completed = history.finished().stream().filter(t -> !t.failed()).toList();
    double[][] points = completed.stream().map(FinishedTrial::point).toArray(double[][]::new);
    double[] observed = observedAt(points, completed, view.scaling());
    try (Posterior posterior = model.surrogate().condition(view.observations())) {
      Predictive expected = posterior.at(points);
      int best = 0;
      double lowest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < points.length; i++) {
        double median = expected.get(i).quantile(0.5);
        double value = median + TRUST * (observed[i] - median);
        if (value < lowest) {
          best = i;
          lowest = value;
        }
      }
      return of(completed.get(best).trial(), expected.get(best), view.scaling());
    }
  }

  private static Expectation of(int trial, Distribution belief, OutputScaling.Fitted scaling) {
    return new Expectation(
        trial,
        scaling.fromModel(belief.quantile(0.5)),
        scaling.fromModel(belief.quantile(0.1)),
        scaling.fromModel(belief.quantile(0.9)));
  }

  /** For each trial the mean of all values observed at its point, in the surrogate's units. */
  private static double[] observedAt(
      double[][] points, List<FinishedTrial> completed, OutputScaling.Fitted scaling) {
    double[] values = completed.stream().mapToDouble(t -> scaling.toModel(t.value())).toArray();
    double[] means = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      double[] point = points[i];
      means[i] =
          IntStream.range(0, points.length)
              .filter(j -> Arrays.equals(points[j], point))
              .mapToDouble(j -> values[j])
              .average()
              .orElseThrow();
    }
    return means;
  }
}
