package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Predictive;
import java.util.stream.IntStream;

/** The acquisition values and means of M candidates. Immutable and thread-safe. */
public final class Scores {

  private final double[] acquisition;
  private final double[] mean;

  private Scores(double[] acquisition, double[] mean) {
    this.acquisition = acquisition;
    this.mean = mean;
  }

  /** Scores every candidate on all cores; each value depends on its own candidate only. */
  public static Scores of(Predictive predictive, double incumbent, Acquisition acquisition) {
    double[] values = new double[predictive.size()];
    double[] mean = new double[predictive.size()];
    IntStream.range(0, predictive.size())
        .parallel()
        .forEach(
            i -> {
              Distribution distribution = predictive.get(i);
              values[i] = acquisition.of(distribution, incumbent);
              mean[i] = distribution.mean();
            });
    return new Scores(values, mean);
  }

  public double[] acquisition() {
    return acquisition.clone();
  }

  public double[] mean() {
    return mean.clone();
  }
}
