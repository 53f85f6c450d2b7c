package dev.leadline.committee;

import java.util.List;

/**
 * The fixed hyper-parameters of a committee; {@code docs/network.md} defines every symbol.
 *
 * <p>Member {@code k = l · noises + s} has the kernel {@code Matérn-5/2(‖x − x'‖ / (ℓ_l √d)) + c₀}
 * and the noise ratio η_s. Immutable and thread-safe.
 *
 * @param lengthscales ℓ, in units of √d, increasing
 * @param noises η, noise variances relative to the output scale, increasing, at least 1e-6
 * @param meanVariance c₀, the prior variance of the constant mean relative to the output scale
 * @param priorMedian the median of the log-normal prior on ℓ
 * @param priorSpread the standard deviation of that prior, in ln ℓ
 * @param scaleDegrees ν₀, the number of observations the prior on the output scale is worth
 * @param silence the number of nats by which a member may trail the best before it is ignored
 */
public record CommitteeConfig(
    List<Double> lengthscales,
    List<Double> noises,
    double meanVariance,
    double priorMedian,
    double priorSpread,
    double scaleDegrees,
    double silence) {

  public CommitteeConfig {
    lengthscales = increasing(lengthscales, 1e-3, 1e3, "lengthscales");
    noises = increasing(noises, 1e-6, 1e3, "noises");
    within(meanVariance, 0, 1e3, "meanVariance");
    within(priorMedian, 1e-3, 1e3, "priorMedian");
    within(priorSpread, 1e-3, 1e3, "priorSpread");
    within(scaleDegrees, 1e-3, 1e3, "scaleDegrees");
    within(silence, 1e-3, 1e3, "silence");
  }

  /** Eight lengthscales, three noises: 24 members that span flat bowls to rough ground. */
  public static CommitteeConfig standard() {
    return new CommitteeConfig(
        List.of(.05, .1, .2, .4, .8, 1.6, 3.2, 6.4), List.of(1e-6, 1e-3, 3e-2), 1, .5, 1.5, 2, 12);
  }

  /** The number of members, G. */
  public int members() {
    return lengthscales.size() * noises.size();
  }

  /** The index of the lengthscale of a member. */
  public int lengthscaleOf(int member) {
    return member / noises.size();
  }

  /** The noise ratio η of a member. */
  public double noiseOf(int member) {
    return noises.get(member % noises.size());
  }

  /**
   * ln prior(ℓ_l) up to a constant: the normal density of ln ℓ, which is the log-normal prior's
   * mass on a grid with equal steps in ln ℓ.
   */
  public double logPrior(int lengthscale) {
    double z = (Math.log(lengthscales.get(lengthscale)) - Math.log(priorMedian)) / priorSpread;
    return -0.5 * z * z;
  }

  /** The number of features of a query, 3G + 6. */
  public int queryFeatures() {
    return 3 * members() + 6;
  }

  /** The number of features of a context point, 3G + 8. */
  public int contextFeatures() {
    return 3 * members() + 8;
  }

  private static List<Double> increasing(
      List<Double> values, double minimum, double maximum, String name) {
    List<Double> copy = List.copyOf(values);
    if (copy.isEmpty()) {
      throw new IllegalArgumentException("expected at least one of " + name + " but got none");
    }
    double previous = Double.NEGATIVE_INFINITY;
    for (double value : copy) {
      within(value, minimum, maximum, name);
      if (!(value > previous)) {
        throw new IllegalArgumentException(
            "expected increasing %s but got %s".formatted(name, copy));
      }
      previous = value;
    }
    return copy;
  }

  private static void within(double value, double minimum, double maximum, String name) {
    if (!(value >= minimum && value <= maximum)) {
      throw new IllegalArgumentException(
          "expected %s in [%s, %s] but was %s".formatted(name, minimum, maximum, value));
    }
  }
}
