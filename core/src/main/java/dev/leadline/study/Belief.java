package dev.leadline.study;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a model believes about a study at one moment. For use by one thread at a time.
 *
 * @param posterior the surrogate, conditioned
 * @param observations on what, in the surrogate's units
 * @param scaling between the user's units (small is good) and the surrogate's
 */
record Belief(Posterior posterior, Observations observations, OutputScaling.Fitted scaling)
    implements AutoCloseable {

  /* Where an observed value differs from the median at its point, the model holds the difference for noise. Of a function that
  is rougher than the model believes, part of it is real: a sharp minimum would be passed over for a smooth neighbourhood.
  So a fifth of the difference counts. More would follow luck again; benchmarks/2026-11-15-noise compares. */
  private static final double TRUST = 0.2;

  /**
   * The completed trial of lowest median, moved by a fifth towards the mean of what was observed at
   * its point; the earliest of equals.
   */
  Expectation best(List<Evaluation> finished) {
    List<Evaluation> completed = finished.stream().filter(e -> !e.failed()).toList();
    double[][] points = completed.stream().map(Evaluation::point).toArray(double[][]::new);
    double[] observed = observedAt(points, completed);
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
    Distribution belief = expected.get(best);
    return new Expectation(
        completed.get(best).trial(),
        scaling.fromModel(belief.quantile(0.5)),
        scaling.fromModel(belief.quantile(0.1)),
        scaling.fromModel(belief.quantile(0.9)));
  }

  /** For each trial the mean of all values observed at its point, in the surrogate's units. */
  private double[] observedAt(double[][] points, List<Evaluation> completed) {
    double[] values = completed.stream().mapToDouble(e -> scaling.toModel(e.value())).toArray();
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

  @Override
  public void close() {
    posterior.close();
  }
}
