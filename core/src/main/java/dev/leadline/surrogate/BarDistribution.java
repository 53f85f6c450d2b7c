package dev.leadline.surrogate;

/**
 * A piecewise uniform distribution with half-normal tails, of y = location + scale·z with z in the
 * units of its {@link Buckets}. Immutable and thread-safe.
 */
public final class BarDistribution implements Distribution {

  /* Below this, sums of plain terms may have lost addends to underflow and are redone with logarithms. */
  private static final double SAFE = 1e-280;

  private final Buckets buckets;
  private final double[] mass; // of all points; the K from `first` on are ours
  private final double[] logMass;
  private final int first;
  private final double location;
  private final double scale;

  BarDistribution(
      Buckets buckets, double[] mass, double[] logMass, int first, double location, double scale) {
    this.buckets = buckets;
    this.mass = mass;
    this.logMass = logMass;
    this.first = first;
    this.location = location;
    this.scale = scale;
  }

  /**
   * A single distribution.
   *
   * @param logMass K logarithms of the buckets' masses, up to a common constant
   */
  public static BarDistribution of(
      Buckets buckets, double[] logMass, double location, double scale) {
    return new BarPredictive(buckets, logMass, new double[] {location}, new double[] {scale})
        .get(0);
  }

  @Override
  public double mean() {
    return location + scale * standardMean();
  }

  private double standardMean() {
    double mean = 0;
    for (int k = 0; k < buckets.count(); k++) {
      mean += mass[first + k] * buckets.centre(k);
    }
    return mean;
  }

  @Override
  public double variance() {
    double mean = standardMean();
    double variance = 0;
    for (int k = 0; k < buckets.count(); k++) {
      double offset = buckets.centre(k) - mean;
      variance += mass[first + k] * (buckets.variance(k) + offset * offset);
    }
    return scale * scale * variance;
  }

  @Override
  public double logDensity(double y) {
    double z = standardise(y);
    int bucket = buckets.indexOf(z);
    return logMass[first + bucket] + buckets.logDensity(bucket, z) - Math.log(scale);
  }

  @Override
  public double cdf(double y) {
    double z = standardise(y);
    int bucket = buckets.indexOf(z);
    double below = 0;
    for (int k = 0; k < bucket; k++) {
      below += mass[first + k];
    }
    return Math.min(1, below + mass[first + bucket] * buckets.cdf(bucket, z));
  }

  @Override
  public double quantile(double probability) {
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "expected a probability strictly between 0 and 1 but was " + probability);
    }
    return location + scale * standardQuantile(probability);
  }

  private double standardQuantile(double probability) {
    int last = buckets.count() - 1;
    double lowerTail = mass[first];
    if (probability < lowerTail) {
      return buckets.lowerTailBorder()
          + buckets.lowerTailScale() * StandardNormal.quantile(0.5 * probability / lowerTail);
    }
    double upperTail = mass[first + last];
    if (1 - probability < upperTail) {
      return buckets.upperTailBorder()
          - buckets.upperTailScale() * StandardNormal.quantile(0.5 * (1 - probability) / upperTail);
    }
    double left = probability - lowerTail;
    for (int k = 1; k < last; k++) {
      double here = mass[first + k];
      if (left < here) {
        return buckets.lower(k) + buckets.width(k) * (left / here);
      }
      left -= here;
    }
    return buckets.upperTailBorder();
  }

  @Override
  public double expectedImprovement(double incumbent) {
    return scale * standardImprovement(standardise(incumbent));
  }

  private double standardImprovement(double z) {
    int bucket = buckets.indexOf(z);
    double sum = mass[first + bucket] * buckets.improvement(bucket, z);
    for (int k = 0; k < bucket; k++) {
      sum += mass[first + k] * (z - buckets.centre(k));
    }
    return sum;
  }

  @Override
  public double logExpectedImprovement(double incumbent) {
    double z = standardise(incumbent);
    double improvement = standardImprovement(z);
    if (improvement > SAFE) {
      return Math.log(scale) + Math.log(improvement);
    }
    LogSumExp sum = new LogSumExp();
    for (int k = 0; k <= buckets.indexOf(z); k++) {
      sum.add(logMass[first + k] + buckets.logImprovement(k, z));
    }
    return Math.log(scale) + sum.value();
  }

  private double standardise(double y) {
    return (y - location) / scale;
  }
}
