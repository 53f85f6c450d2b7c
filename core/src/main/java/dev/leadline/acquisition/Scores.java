package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The acquisition values and means of M candidates. Immutable and thread-safe. */
public final class Scores {

  /** So many candidates are scored on all cores, fewer by the asking thread. */
  private static final int WORTH_SHARING = 512;

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

  /**
   * Scores candidates of different weight.
   *
   * @param logWeights what is added to the acquisition value of each
   */
  public static Scores weighted(
      Posterior posterior,
      double[][] candidates,
      double incumbent,
      Acquisition acquisition,
      double[] logWeights) {
    return of(posterior.at(candidates), distribution -> acquisition.of(distribution, incumbent))
        .plus(logWeights);
  }

  /** The weights alone, ties by the mean: for candidates that have nothing to better. */
  public static Scores ofWeights(Posterior posterior, double[][] candidates, double[] logWeights) {
    return of(posterior.at(candidates), prediction -> 0.0).plus(logWeights);
  }

  private Scores plus(double[] weights) {
    double[] values = new double[weights.length];
    Arrays.setAll(values, i -> acquisition[i] + weights[i]);
    return new Scores(values, mean, predictive);
  }

  /* Each value depends on its own candidate only. Waking another thread takes longer than a round of a search. */
  private static Scores of(Predictive predictive, ToDoubleFunction<Distribution> acquisition) {
    double[] values = new double[predictive.size()];
    double[] mean = new double[predictive.size()];
    IntStream all = IntStream.range(0, predictive.size());
    (predictive.size() < WORTH_SHARING ? all : all.parallel())
        .forEach(
            i -> {
              Distribution distribution = predictive.get(i);
              values[i] = acquisition.applyAsDouble(distribution);
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
