package dev.leadline.surrogate;

import java.util.Arrays;

/**
 * Bar distributions at M points over the same {@link Buckets}, each with its own location and
 * scale. Immutable and thread-safe.
 */
public final class BarPredictive implements Predictive {

  private final Buckets buckets;
  private final double[] mass; // (M, K)
  private final double[] logMass; // (M, K)
  private final double[] location; // (M)
  private final double[] scale; // (M)

  /**
   * @param logMass M x K logarithms of masses, row by row, each row up to a constant of its own; −∞
   *     is an empty bucket
   * @param location M locations, in the units of the observations
   * @param scale M positive scales
   */
  public BarPredictive(Buckets buckets, double[] logMass, double[] location, double[] scale) {
    int points = location.length;
    if (scale.length != points || logMass.length != points * buckets.count()) {
      throw new IllegalArgumentException(
          "expected log masses (M=%d, K=%d) and as many scales as locations but got %d and %d"
              .formatted(points, buckets.count(), logMass.length, scale.length));
    }
    this.buckets = buckets;
    this.location = location.clone();
    this.scale = scale.clone();
    this.logMass = logMass.clone();
    this.mass = new double[logMass.length];
    for (int point = 0; point < points; point++) {
      boolean positive = scale[point] > 0 && scale[point] <= Double.MAX_VALUE;
      if (!positive || !Double.isFinite(location[point])) {
        throw new IllegalArgumentException(
            "expected a finite location and a positive scale but point %d has %s and %s"
                .formatted(point, location[point], scale[point]));
      }
      normalise(point);
    }
  }

  /** The same from single precision, as networks give it. */
  public BarPredictive(Buckets buckets, float[] logMass, double[] location, double[] scale) {
    this(buckets, widened(logMass), location, scale);
  }

  /** Predictions in the units of the buckets themselves: location 0, scale 1. */
  public static BarPredictive unscaled(Buckets buckets, float[] logMass) {
    int points = logMass.length / buckets.count();
    double[] ones = new double[points];
    Arrays.fill(ones, 1);
    return new BarPredictive(buckets, logMass, new double[points], ones);
  }

  @Override
  public int size() {
    return location.length;
  }

  @Override
  public BarDistribution get(int index) {
    return new BarDistribution(
        buckets, mass, logMass, index * buckets.count(), location[index], scale[index]);
  }

  private void normalise(int point) {
    int from = point * buckets.count();
    int to = from + buckets.count();
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      largest = Math.max(largest, logMass[i]); // NaN stays
    }
    if (!Double.isFinite(largest)) {
      throw new IllegalArgumentException(
          "expected log masses without NaN or +∞ and one above −∞ but the largest of point %d is %s"
              .formatted(point, largest));
    }
    double total = 0;
    for (int i = from; i < to; i++) {
      mass[i] = Math.exp(logMass[i] - largest);
      total += mass[i];
    }
    double logTotal = largest + Math.log(total);
    for (int i = from; i < to; i++) {
      mass[i] /= total;
      logMass[i] -= logTotal;
    }
  }

  private static double[] widened(float[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }
}
