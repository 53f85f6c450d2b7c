package dev.leadline.surrogate;

/**
 * A weighted sum of normal distributions; a single normal distribution is a mixture of one.
 * Immutable and thread-safe.
 */
public final class GaussianMixture implements Distribution {

  /* Below this, sums of plain terms may have lost addends to underflow and are redone with logarithms. */
  private static final double SAFE = 1e-280;

  private final double[] weight; // (G)
  private final double[] mean; // of all points; the G from `first` on are ours
  private final double[] deviation;
  private final int first;

  GaussianMixture(double[] weight, double[] mean, double[] deviation, int first) {
    this.weight = weight;
    this.mean = mean;
    this.deviation = deviation;
    this.first = first;
  }

  /**
   * A single mixture.
   *
   * @param weights G weights, not negative, not all zero; they need not sum to 1
   * @param means G finite means
   * @param deviations G positive standard deviations
   */
  public static GaussianMixture of(double[] weights, double[] means, double[] deviations) {
    return new MixturePredictive(weights, means, deviations).get(0);
  }

  /** The normal distribution with this mean and standard deviation. */
  public static GaussianMixture normal(double mean, double deviation) {
    return of(new double[] {1}, new double[] {mean}, new double[] {deviation});
  }

  @Override
  public double mean() {
    double sum = 0;
    for (int g = 0; g < weight.length; g++) {
      sum += weight[g] * mean[first + g];
    }
    return sum;
  }

  @Override
  public double variance() {
    double centre = mean();
    double sum = 0;
    for (int g = 0; g < weight.length; g++) {
      double offset = mean[first + g] - centre;
      sum += weight[g] * (deviation[first + g] * deviation[first + g] + offset * offset);
    }
    return sum;
  }

  @Override
  public double logDensity(double y) {
    LogSumExp sum = new LogSumExp();
    for (int g = 0; g < weight.length; g++) {
      double u = standardise(g, y);
      sum.add(Math.log(weight[g]) - Math.log(deviation[first + g]) + StandardNormal.logDensity(u));
    }
    return sum.value();
  }

  @Override
  public double cdf(double y) {
    double sum = 0;
    for (int g = 0; g < weight.length; g++) {
      if (weight[g] > 0) {
        sum += weight[g] * StandardNormal.cdf(standardise(g, y));
      }
    }
    return Math.min(1, sum);
  }

  /** Finite where the chance itself underflows, and exact next to 0 where it is next to 1. */
  @Override
  public double logCdf(double y) {
    double above = 0;
    for (int g = 0; g < weight.length; g++) {
      if (weight[g] > 0) {
        above += weight[g] * StandardNormal.cdf(-standardise(g, y));
      }
    }
    if (above < 0.5) {
      return Math.log1p(-above);
    }
    double below = cdf(y);
    if (below > SAFE) {
      return Math.log(below);
    }
    LogSumExp sum = new LogSumExp();
    for (int g = 0; g < weight.length; g++) {
      sum.add(Math.log(weight[g]) + StandardNormal.logCdf(standardise(g, y)));
    }
    return sum.value();
  }

  /** The quantile to full precision, by bisection between the members' own quantiles. */
  @Override
  public double quantile(double probability) {
    double u = StandardNormal.quantile(probability);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < weight.length; g++) {
      if (weight[g] > 0) {
        double member = mean[first + g] + deviation[first + g] * u;
        low = Math.min(low, member);
        high = Math.max(high, member);
      }
    }
    for (int halving = 0; halving < 200; halving++) {
      double middle = 0.5 * low + 0.5 * high;
      if (middle <= low || middle >= high) {
        break;
      }
      if (cdf(middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  @Override
  public double expectedImprovement(double incumbent) {
    double sum = 0;
    for (int g = 0; g < weight.length; g++) {
      if (weight[g] > 0) {
        double improvement = StandardNormal.improvement(standardise(g, incumbent));
        sum += weight[g] * deviation[first + g] * improvement;
      }
    }
    return sum;
  }

  @Override
  public double logExpectedImprovement(double incumbent) {
    double improvement = expectedImprovement(incumbent);
    if (improvement > SAFE) {
      return Math.log(improvement);
    }
    LogSumExp sum = new LogSumExp();
    for (int g = 0; g < weight.length; g++) {
      double u = standardise(g, incumbent);
      sum.add(
          Math.log(weight[g]) + Math.log(deviation[first + g]) + StandardNormal.logImprovement(u));
    }
    return sum.value();
  }

  private double standardise(int member, double y) {
    return (y - mean[first + member]) / deviation[first + member];
  }
}
