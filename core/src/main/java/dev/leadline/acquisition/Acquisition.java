package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;

/**
 * What makes a candidate attractive under the prediction there. Implementations are pure functions.
 *
 * <p>Values lie on a logarithmic scale: where there are limits, the logarithm of the chance that
 * they are kept is added.
 */
@FunctionalInterface
public interface Acquisition {

  /** ln E[max(0, f* − Y)]. */
  Acquisition EXPECTED_IMPROVEMENT = Distribution::logExpectedImprovement;

  /**
   * The value of a candidate; the largest is best.
   *
   * @param predicted in the units of the model, small values good
   * @param incumbent what is to be bettered, f*, in the same units
   */
  double of(Distribution predicted, double incumbent);
}
