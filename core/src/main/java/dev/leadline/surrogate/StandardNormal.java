package dev.leadline.surrogate;

/**
 * The functions of the standard normal distribution. Stateless and thread-safe.
 *
 * <p>Relative errors stay below 1e-12 wherever the result is a normal double, unless a method says
 * otherwise.
 */
public final class StandardNormal {

  /** √(2/π), the mean of the half-normal distribution of scale 1. */
  public static final double HALF_NORMAL_MEAN = Math.sqrt(2 / Math.PI);

  /*
   * Everything hangs on the Mills ratio m(t) = (1 − Φ(t)) / φ(t), t ≥ 0, which neither under- nor overflows:
   *   t ≤ 8  Taylor expansions about nodes 1/8 apart; m' = t·m − 1 gives all the coefficients,
   *   t > 8  the continued fraction m = 1/(t + c), c = 1/(t + 2/(t + 3/(t + …))).
   */
  private static final double LOG_SQRT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

  private static final double DENSITY_AT_ZERO = 1 / Math.sqrt(2 * Math.PI);
  private static final int FRACTION_FROM = 8;
  private static final int FRACTION_LEVELS = 16;
  private static final int NODES_PER_UNIT = 8;
  private static final int TERMS = 11;
  private static final double[] TAYLOR = taylorCoefficients();

  private StandardNormal() {}

  /** φ(u). */
  public static double density(double u) {
    return DENSITY_AT_ZERO * Math.exp(-0.5 * u * u);
  }

  /** ln φ(u). */
  public static double logDensity(double u) {
    return -0.5 * u * u - LOG_SQRT_TWO_PI;
  }

  /** Φ(u). */
  public static double cdf(double u) {
    return cdf(u, density(u));
  }

  /* An exponential takes as long as all the rest, so it is taken once. */
  private static double cdf(double u, double density) {
    double tail = density * millsRatio(Math.abs(u));
    return u <= 0 ? tail : 1 - tail;
  }

  /** ln Φ(u), finite for all u above −1e154. */
  public static double logCdf(double u) {
    return u <= 0
        ? logDensity(u) + Math.log(millsRatio(-u))
        : Math.log1p(-density(u) * millsRatio(u));
  }

  /**
   * Φ⁻¹(p), with an absolute error below 1e-12.
   *
   * @param probability strictly between 0 and 1
   */
  public static double quantile(double probability) {
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "expected a probability strictly between 0 and 1 but was " + probability);
    }
    return probability <= 0.5 ? -upperQuantile(probability) : upperQuantile(1 - probability);
  }

  /** The Mills ratio (1 − Φ(t)) / φ(t) for t ≥ 0. */
  public static double millsRatio(double t) {
    if (t > FRACTION_FROM) {
      return 1 / (t + fraction(t, FRACTION_LEVELS));
    }
    int node = (int) Math.rint(t * NODES_PER_UNIT);
    double step = t - (double) node / NODES_PER_UNIT;
    int first = node * TERMS;
    double sum = TAYLOR[first + TERMS - 1];
    for (int term = TERMS - 2; term >= 0; term--) {
      sum = sum * step + TAYLOR[first + term];
    }
    return sum;
  }

  /** E[max(0, u − Z)] = φ(u) + u·Φ(u): the expected improvement of a standard normal value. */
  public static double improvement(double u) {
    double density = density(u);
    return u < -1 ? density * improvementOverDensity(-u) : density + u * cdf(u, density);
  }

  /** The logarithm of {@link #improvement}, finite for all u above −1e154. */
  public static double logImprovement(double u) {
    return u < -1
        ? logDensity(u) + Math.log(improvementOverDensity(-u))
        : Math.log(density(u) + u * cdf(u));
  }

  /**
   * E[max(0, v − |Z|)] for v ≥ 0: the expected improvement of a half-normal value above its border.
   */
  static double halfNormalImprovement(double v) {
    if (v > 0.1) {
      return v - HALF_NORMAL_MEAN + 2 * (density(v) - v * cdf(-v));
    }
    double w = v * v; // the closed form cancels here; the first term left out is v^12/506880
    double series =
        w * (1 / 2.0 + w * (-1 / 24.0 + w * (1 / 240.0 + w * (-1 / 2688.0 + w / 34560.0))));
    return HALF_NORMAL_MEAN * series;
  }

  /** 1 − t·m(t), t ≥ 1, without the cancellation that this form suffers for large t. */
  private static double improvementOverDensity(double t) {
    if (t <= FRACTION_FROM) {
      return 1 - t * millsRatio(t);
    }
    double c = fraction(t, FRACTION_LEVELS);
    return c / (t + c);
  }

  /** c = 1/(t + 2/(t + 3/(t + …))). */
  private static double fraction(double t, int levels) {
    double value = 0;
    for (int level = levels; level >= 1; level--) {
      value = level / (t + value);
    }
    return value;
  }

  /** Newton's method on ln(1 − Φ(t)), which is concave, so that every start converges. */
  private static double upperQuantile(double probability) {
    double target = Math.log(probability);
    double t = Math.sqrt(Math.max(0, -2 * Math.log(2 * probability)));
    for (int iteration = 0; iteration < 50; iteration++) {
      double step = (logCdf(-t) - target) * millsRatio(t);
      t = Math.max(0, t + step);
      if (Math.abs(step) <= 1e-14 * Math.max(1, t)) {
        break;
      }
    }
    return t;
  }

  private static double[] taylorCoefficients() {
    int nodes = FRACTION_FROM * NODES_PER_UNIT + 1;
    double[] coefficients = new double[nodes * TERMS];
    for (int node = 0; node < nodes; node++) {
      double t = (double) node / NODES_PER_UNIT;
      int first = node * TERMS;
      coefficients[first] = t < 1 ? millsRatioBySeries(t) : 1 / (t + fraction(t, 1000));
      coefficients[first + 1] = t * coefficients[first] - 1;
      for (int term = 2; term < TERMS; term++) {
        coefficients[first + term] =
            (t * coefficients[first + term - 1] + coefficients[first + term - 2]) / term;
      }
    }
    return coefficients;
  }

  /** √(π/2)·exp(t²/2) − Σ t^(2k+1)/(2k+1)!!, good for t below 1. */
  private static double millsRatioBySeries(double t) {
    double term = t;
    double sum = 0;
    for (int k = 0; k < 40; k++) {
      sum += term;
      term *= t * t / (2 * k + 3);
    }
    return Math.sqrt(Math.PI / 2) * Math.exp(0.5 * t * t) - sum;
  }
}
