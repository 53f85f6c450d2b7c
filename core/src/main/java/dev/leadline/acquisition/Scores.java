package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Predictive;
import java.util.Optional;
import java.util.stream.IntStream;

/** The acquisition values and means of M candidates. Immutable and thread-safe. */
public final class Scores {

  private final double[] acquisition;
  private final double[] mean;
  private final Optional<Predictive> predictive;

  private Scores(double[] acquisition, double[] mean, Optional<Predictive> predictive) {
    this.acquisition = acquisition;
    this.mean = mean;
    this.predictive = predictive;
  }

  /** Scores without the distributions they come from. */
  public static Scores of(double[] acquisition, double[] mean) {
    return new Scores(acquisition.clone(), mean.clone(), Optional.empty());
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
    return new Scores(values, mean, Optional.of(predictive));
  }

  public double[] acquisition() {
    return acquisition.clone();
  }

  public double[] mean() {
    return mean.clone();
  }

  /** What is expected of a candidate, in the units of the model, if that is known. */
  public Optional<Distribution> distribution(int candidate) {
    return predictive.map(all -> all.get(candidate));
  }
}
