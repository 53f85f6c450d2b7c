package dev.leadline.scaling;

/**
 * The map y → ((y/unit − origin) − centre)/spread with finite results for every finite y.
 *
 * @param unit a power of two near the largest magnitude, so that sums of squares cannot overflow
 * @param origin a value among those fitted, so that tiny spreads on a large value survive
 * @param centre what maps to 0, relative to the origin
 * @param spread what maps to 1, positive
 */
record Affine(double unit, double origin, double centre, double spread) {

  static final Affine IDENTITY = new Affine(1, 0, 0, 1);

  /**
   * Mean 0 and mean square 1 over the values; without any spread, steps of the value's own size.
   */
  static Affine zScore(double[] values) {
    if (values.length == 0) {
      return IDENTITY;
    }
    double unit = unit(values);
    double origin = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      origin = Math.min(origin, value / unit);
      highest = Math.max(highest, value / unit);
    }
    if (origin == highest) {
      return around(unit, origin);
    }
    double mean = 0;
    for (double value : values) {
      mean += (value / unit - origin) / values.length;
    }
    double largest = Math.max(mean, highest - origin - mean);
    double square = 0;
    for (double value : values) {
      double offset = (value / unit - origin - mean) / largest;
      square += offset * offset / values.length;
    }
    return new Affine(unit, origin, mean, largest * Math.sqrt(square));
  }

  /** The map for values that are all the same. */
  static Affine around(double unit, double value) {
    return new Affine(unit, value, 0, value == 0 ? 1 : Math.abs(value));
  }

  /** The power of two at or below the largest magnitude; 1 if all are zero. */
  static double unit(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest == 0
        ? 1
        : Math.max(Double.MIN_NORMAL, Math.scalb(1.0, Math.getExponent(largest)));
  }

  double apply(double y) {
    return finite((y / unit - origin - centre) / spread);
  }

  double invert(double z) {
    return finite((z * spread + centre + origin) * unit);
  }

  /** The logarithm of the derivative of {@link #apply}. */
  double logSlope() {
    return -Math.log(spread) - Math.log(unit);
  }

  private static double finite(double value) {
    return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
  }
}
