package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;
import java.util.function.DoubleUnaryOperator;

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
   * The same without the lowest hundredth of the prediction.
   *
   * <p>Expected improvement is ruled by the far lower tail. A learned distribution is least sure
   * there: it has few examples of what happens once in a hundred times.
   */
  Acquisition TRIMMED_IMPROVEMENT = Acquisition::logTrimmed;

  /**
   * The mean of the trimmed improvement and of the improvement that the second opinion expects.
   *
   * <p>A network sees sooner where to go, the committee below it is the last to give a region up:
   * together they get stuck less than either.
   */
  Acquisition POOLED_IMPROVEMENT =
      (predicted, incumbent) ->
          pooled(
              logTrimmed(predicted, incumbent), predicted.base().logExpectedImprovement(incumbent));

  /** The share of the mass that does not count. */
  double TRIMMED = 0.01;

  /** How far, in nats, candidates fall that improve in the trimmed share alone. */
  double OUT_OF_REACH = 30;

  /**
   * The improvement on a value, E[max(0, f* − Y)], without the lowest hundredth of the prediction.
   */
  static DoubleUnaryOperator trimmed(Distribution distribution) {
    double quantile = distribution.quantile(TRIMMED);
    double below = distribution.expectedImprovement(quantile);
    return incumbent ->
        incumbent <= quantile
            ? 0
            : left(distribution.expectedImprovement(incumbent), below, incumbent - quantile);
  }

  private static double left(double whole, double below, double past) {
    return whole - below - TRIMMED * past;
  }

  /** The logarithm of the mean of two values that are given by theirs. */
  static double pooled(double own, double other) {
    double larger = Math.max(own, other);
    return larger == Double.NEGATIVE_INFINITY
        ? larger
        : larger + Math.log(0.5 * (Math.exp(own - larger) + Math.exp(other - larger)));
  }

  /** What {@link #POOLED_IMPROVEMENT} is at least, whatever is believed, given a second opinion. */
  static double leastPooled(Distribution base, double incumbent) {
    return base.logExpectedImprovement(incumbent) - Math.log(2);
  }

  /**
   * The value of a candidate; the largest is best.
   *
   * @param predicted in the units of the model, small values good
   * @param incumbent what is to be bettered, f*, in the same units
   */
  double of(Distribution predicted, double incumbent);

  /* With q the trimmed quantile and t its share, ∫ from q to f* of (f* − y) p(y) dy = EI(f*) − EI(q) − t·(f* − q). Where that
   * is nothing, candidates are still ranked, far below all others, by the improvement of the whole distribution. */
  private static double logTrimmed(Distribution distribution, double incumbent) {
    double quantile = distribution.quantile(TRIMMED);
    double whole = distribution.expectedImprovement(incumbent);
    double left =
        incumbent <= quantile
            ? 0
            : left(whole, distribution.expectedImprovement(quantile), incumbent - quantile);
    return left > whole * Math.exp(-OUT_OF_REACH)
        ? Math.log(left)
        : distribution.logExpectedImprovement(incumbent) - OUT_OF_REACH;
  }
}
