package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;
import java.util.function.DoubleUnaryOperator;

/** What makes a candidate attractive, on a logarithmic scale. Thread-safe. */
public enum Acquisition {
  /** ln E[max(0, f* − Y)]. */
  EXPECTED_IMPROVEMENT {
    @Override
    public double of(Distribution distribution, double incumbent) {
      return distribution.logExpectedImprovement(incumbent);
    }
  },

  /**
   * The same without the lowest hundredth of the belief.
   *
   * <p>Expected improvement is ruled by the far lower tail. A learned distribution is least sure
   * there: it has few examples of what happens once in a hundred times.
   */
  TRIMMED_IMPROVEMENT {
    /* With q the trimmed quantile and t its share, ∫ from q to f* of (f* − y) p(y) dy = EI(f*) − EI(q) − t·(f* − q). Where that
     * is nothing, candidates are still ranked, far below all others, by the improvement of the whole distribution. */
    @Override
    public double of(Distribution distribution, double incumbent) {
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
  },

  /**
   * The mean of the trimmed improvement and of the improvement that the second opinion expects.
   *
   * <p>A network sees sooner where to go, the committee below it is the last to give a region up:
   * together they get stuck less than either.
   */
  POOLED_IMPROVEMENT {
    @Override
    public double of(Distribution distribution, double incumbent) {
      double own = TRIMMED_IMPROVEMENT.of(distribution, incumbent);
      return pooled(own, distribution.advice().logExpectedImprovement(incumbent));
    }
  };

  /** The share of the mass that does not count. */
  public static final double TRIMMED = 0.01;

  /** How far, in nats, candidates fall that improve in the trimmed share alone. */
  public static final double OUT_OF_REACH = 30;

  /** The improvement on a value, E[max(0, f* − Y)], without the lowest hundredth of the belief. */
  public static DoubleUnaryOperator trimmed(Distribution distribution) {
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
  public static double pooled(double own, double other) {
    double larger = Math.max(own, other);
    return larger == Double.NEGATIVE_INFINITY
        ? larger
        : larger + Math.log(0.5 * (Math.exp(own - larger) + Math.exp(other - larger)));
  }

  /** What {@link #POOLED_IMPROVEMENT} is at least, whatever is believed, given a second opinion. */
  public static double leastPooled(Distribution advice, double incumbent) {
    return advice.logExpectedImprovement(incumbent) - Math.log(2);
  }

  /**
   * The value of a candidate; the largest is best.
   *
   * @param incumbent what is to be bettered, f*
   */
  public abstract double of(Distribution distribution, double incumbent);
}
