package dev.leadline.study;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.List;

/** What a model believes about a study at one moment. For use by one thread at a time. */
final class Belief implements AutoCloseable {

  private static final int STEPS = 64;

  private final Posterior posterior;
  private final Observations observations;
  private final OutputScaling.Fitted scaling;
  private final double incumbent;

  Belief(
      Posterior posterior,
      Observations observations,
      OutputScaling.Fitted scaling,
      NoiseKind noise) {
    this.posterior = posterior;
    this.observations = observations;
    this.scaling = scaling;
    this.incumbent = noise == NoiseKind.NONE ? bestSeen() : bestExpected();
  }

  Posterior posterior() {
    return posterior;
  }

  /** Everything the posterior is conditioned on, in its units. */
  Observations observations() {
    return observations;
  }

  /** The value to be improved on, in the units of the posterior. */
  double incumbent() {
    return incumbent;
  }

  Distribution at(double[] point) {
    return posterior.at(new double[][] {point}).get(0);
  }

  /** The value in the user's units (small is good) below which a share of the belief lies. */
  double quantile(Distribution distribution, double probability) {
    return scaling.fromModel(distribution.quantile(probability));
  }

  /**
   * The expected improvement at a point in the user's units.
   *
   * <p>E[max(0, f* − Y)] is the integral of f* − y over the share of the belief below f*, taken by
   * midpoints in that share because the scaling is not linear.
   */
  double expectedImprovement(double[] point) {
    Distribution distribution = at(point);
    double share = distribution.cdf(incumbent);
    double best = scaling.fromModel(incumbent);
    double sum = 0;
    for (int i = 0; i < STEPS; i++) {
      double probability = share * (i + 0.5) / STEPS;
      if (probability > 0 && probability < 1) {
        sum += Math.max(0, best - quantile(distribution, probability));
      }
    }
    return share * sum / STEPS;
  }

  /** The completed trial of lowest median, the earliest of equals. */
  Expectation best(List<Evaluation> finished) {
    List<Evaluation> completed = finished.stream().filter(e -> !e.failed()).toList();
    Predictive expected =
        posterior.at(completed.stream().map(Evaluation::point).toArray(double[][]::new));
    int best = 0;
    for (int i = 1; i < completed.size(); i++) {
      if (expected.get(i).quantile(0.5) < expected.get(best).quantile(0.5)) {
        best = i;
      }
    }
    Distribution belief = expected.get(best);
    return new Expectation(
        completed.get(best).trial(),
        quantile(belief, 0.5),
        quantile(belief, 0.1),
        quantile(belief, 0.9));
  }

  private double bestSeen() {
    double best = Double.POSITIVE_INFINITY;
    for (double value : observations.values()) {
      best = Math.min(best, value);
    }
    return best;
  }

  private double bestExpected() {
    Predictive expected = posterior.at(observations.points());
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < expected.size(); i++) {
      best = Math.min(best, expected.get(i).quantile(0.5));
    }
    return best;
  }

  @Override
  public void close() {
    posterior.close();
  }
}
