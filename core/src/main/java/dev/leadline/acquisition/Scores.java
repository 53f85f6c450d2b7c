package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Predictive;
import java.util.stream.IntStream;

/** The acquisition values and means of M candidates. Immutable and thread-safe. */
public final class Scores {

  private final double[] logExpectedImprovement;
  private final double[] mean;

  private Scores(double[] logExpectedImprovement, double[] mean) {
    this.logExpectedImprovement = logExpectedImprovement;
    this.mean = mean;
  }

  /** Scores every candidate on all cores; each value depends on its own candidate only. */
  public static Scores of(Predictive predictive, double incumbent) {
    double[] logExpectedImprovement = new double[predictive.size()];
    double[] mean = new double[predictive.size()];
    IntStream.range(0, predictive.size())
        .parallel()
        .forEach(
            i -> {
              Distribution distribution = predictive.get(i);
              logExpectedImprovement[i] = distribution.logExpectedImprovement(incumbent);
              mean[i] = distribution.mean();
            });
    return new Scores(logExpectedImprovement, mean);
  }

  public double[] logExpectedImprovement() {
    return logExpectedImprovement.clone();
  }

  public double[] mean() {
    return mean.clone();
  }
}
