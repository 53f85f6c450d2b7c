package dev.leadline.surrogate;

/**
 * Mixtures of normal distributions at M points, with the same G weights at each. Immutable and
 * thread-safe.
 */
public final class MixturePredictive implements Predictive {

  private final double[] weights; // (G)
  private final double[] means; // (M, G)
  private final double[] deviations; // (M, G)

  /**
   * @param weights G weights, not negative, not all zero; they need not sum to 1
   * @param means M x G means, row by row
   * @param deviations M x G positive standard deviations, row by row
   */
  public MixturePredictive(double[] weights, double[] means, double[] deviations) {
    if (weights.length == 0
        || means.length % weights.length != 0
        || means.length != deviations.length) {
      throw new IllegalArgumentException(
          "expected means and deviations (M, G=%d) but got %d means and %d deviations"
              .formatted(weights.length, means.length, deviations.length));
    }
    this.weights = normalised(weights);
    this.means = means.clone();
    this.deviations = deviations.clone();
    for (int i = 0; i < means.length; i++) {
      boolean positive = deviations[i] > 0 && deviations[i] <= Double.MAX_VALUE;
      if (!positive || !Double.isFinite(means[i])) {
        throw new IllegalArgumentException(
            "expected finite means and positive deviations but member %d of point %d has %s and %s"
                .formatted(i % weights.length, i / weights.length, means[i], deviations[i]));
      }
    }
  }

  @Override
  public int size() {
    return means.length / weights.length;
  }

  @Override
  public GaussianMixture get(int index) {
    return new GaussianMixture(weights, means, deviations, index * weights.length);
  }

  private static double[] normalised(double[] weights) {
    double total = 0;
    for (double weight : weights) {
      if (!(weight >= 0)) {
        throw new IllegalArgumentException("expected weights of at least 0 but got " + weight);
      }
      total += weight;
    }
    if (!(total > 0 && total <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "expected weights with a positive, finite sum but it is " + total);
    }
    double[] shares = new double[weights.length];
    for (int g = 0; g < shares.length; g++) {
      shares[g] = weights[g] / total;
    }
    return shares;
  }
}
