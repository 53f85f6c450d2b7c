package dev.leadline.surrogate;

import java.util.Arrays;

/**
 * The buckets of a bar distribution: where they lie, and what a unit of mass in each contributes.
 *
 * <p>K + 1 increasing borders b_0 … b_K. Mass is uniform inside a bucket; in the first and the last
 * it is a half-normal tail on b_1 and b_{K−1}, half of it inside the bucket. Immutable and
 * thread-safe; one instance serves all the predictions of a model.
 */
public final class Buckets {

  /** The median of |Z| for a standard normal Z, rounded as in the definition of the tails. */
  private static final double HALF_NORMAL_MEDIAN = 0.67449;

  private final double[] borders;
  private final double[] centre; // (K) mean of each bucket
  private final double[] variance; // (K) variance inside each bucket
  private final double lowerScale;
  private final double upperScale;

  /**
   * @param borders at least three finite, strictly increasing values
   */
  public Buckets(double... borders) {
    if (borders.length < 3) {
      throw new IllegalArgumentException(
          "expected at least 3 borders (2 buckets) but got " + borders.length);
    }
    for (int i = 0; i < borders.length; i++) {
      boolean increases = i == 0 || borders[i] > borders[i - 1];
      if (!Double.isFinite(borders[i]) || !increases) {
        throw new IllegalArgumentException(
            "expected finite, strictly increasing borders but border %d is %s after %s"
                .formatted(i, borders[i], i == 0 ? "none" : borders[i - 1]));
      }
    }
    this.borders = borders.clone();
    int count = borders.length - 1;
    lowerScale = tailScale(borders[1] - borders[0]);
    upperScale = tailScale(borders[count] - borders[count - 1]);
    centre = new double[count];
    variance = new double[count];
    for (int k = 1; k < count - 1; k++) {
      centre[k] = 0.5 * borders[k] + 0.5 * borders[k + 1];
      variance[k] = width(k) * width(k) / 12;
    }
    centre[0] = borders[1] - lowerScale * StandardNormal.HALF_NORMAL_MEAN;
    centre[count - 1] = borders[count - 1] + upperScale * StandardNormal.HALF_NORMAL_MEAN;
    variance[0] = lowerScale * lowerScale * (1 - 2 / Math.PI);
    variance[count - 1] = upperScale * upperScale * (1 - 2 / Math.PI);
  }

  /** The scale of a half-normal tail that has half of its mass inside a bucket of this width. */
  public static double tailScale(double width) {
    return width / HALF_NORMAL_MEDIAN;
  }

  /** The number of buckets, K. */
  public int count() {
    return centre.length;
  }

  /** The K + 1 borders. */
  public double[] borders() {
    return borders.clone();
  }

  /** The bucket that holds z; the first and the last hold everything outside the borders. */
  public int indexOf(double z) {
    int found = Arrays.binarySearch(borders, z);
    int index = found >= 0 ? found : -found - 2;
    return Math.max(0, Math.min(index, count() - 1));
  }

  /** The border below the bucket. */
  public double lower(int bucket) {
    return borders[bucket];
  }

  public double width(int bucket) {
    return borders[bucket + 1] - borders[bucket];
  }

  public double centre(int bucket) {
    return centre[bucket];
  }

  double variance(int bucket) {
    return variance[bucket];
  }

  /** The border on which the lower tail hangs, b_1. */
  public double lowerTailBorder() {
    return borders[1];
  }

  public double lowerTailScale() {
    return lowerScale;
  }

  /** The border on which the upper tail stands, b_{K−1}. */
  public double upperTailBorder() {
    return borders[count() - 1];
  }

  public double upperTailScale() {
    return upperScale;
  }

  /** The logarithm of the density at z of a unit of mass in the bucket. */
  public double logDensity(int bucket, double z) {
    if (bucket == 0) {
      return Math.log(2 / lowerScale) + StandardNormal.logDensity((z - borders[1]) / lowerScale);
    }
    if (bucket == count() - 1) {
      return Math.log(2 / upperScale)
          + StandardNormal.logDensity((z - upperTailBorder()) / upperScale);
    }
    return -Math.log(width(bucket));
  }

  /** The share of the bucket's mass below z, for z in the bucket. */
  double cdf(int bucket, double z) {
    if (bucket == 0) {
      return 2 * StandardNormal.cdf((z - borders[1]) / lowerScale);
    }
    if (bucket == count() - 1) {
      return 1 - 2 * StandardNormal.cdf((upperTailBorder() - z) / upperScale);
    }
    return (z - borders[bucket]) / width(bucket);
  }

  /** E[max(0, z − Y)] for a unit of mass in the bucket, z in the bucket or above it. */
  double improvement(int bucket, double z) {
    if (bucket == 0) {
      double u = (z - borders[1]) / lowerScale;
      return u >= 0 ? z - centre[0] : 2 * lowerScale * StandardNormal.improvement(u);
    }
    if (bucket == count() - 1) {
      return upperScale
          * StandardNormal.halfNormalImprovement((z - upperTailBorder()) / upperScale);
    }
    if (z >= borders[bucket + 1]) {
      return z - centre[bucket];
    }
    double inside = z - borders[bucket];
    return 0.5 * inside * (inside / width(bucket));
  }

  /** The logarithm of {@link #improvement}. */
  double logImprovement(int bucket, double z) {
    double u = (z - borders[1]) / lowerScale;
    return bucket == 0 && u < 0
        ? Math.log(2 * lowerScale) + StandardNormal.logImprovement(u)
        : Math.log(improvement(bucket, z));
  }
}
