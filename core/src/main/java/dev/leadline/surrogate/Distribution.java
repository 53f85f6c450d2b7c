package dev.leadline.surrogate;

/**
 * A distribution of a real value with full support, in the units of the observations.
 *
 * <p>Immutable and thread-safe. The objective is minimised: an improvement is a value below the
 * incumbent.
 */
public interface Distribution {

  double mean();

  double variance();

  double logDensity(double y);

  double cdf(double y);

  /** The logarithm of {@link #cdf}; where that underflows it may be −∞. */
  default double logCdf(double y) {
    return Math.log(cdf(y));
  }

  /**
   * The value below which the given share of the mass lies.
   *
   * @param probability strictly between 0 and 1
   */
  double quantile(double probability);

  /** E[max(0, incumbent − Y)]. */
  double expectedImprovement(double incumbent);

  /** The logarithm of the expected improvement, finite where the improvement itself underflows. */
  double logExpectedImprovement(double incumbent);
}
