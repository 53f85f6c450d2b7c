package dev.leadline.torch.pretrain;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.List;

/** Where buckets end. */
final class Borders {

  /* Equal mass: border k is the k/K quantile. The outermost two would be the sample's extremes; instead they cut their buckets in half, by
   * mass, which is what the half-normal tails assume: half of a tail lies inside its bucket. */

  /** How many of its quantiles a batch contributes. */
  private static final int QUANTILES = 4096;

  private Borders() {}

  /**
   * K + 1 strictly increasing borders.
   *
   * @param sample finite values, at least four for each bucket
   * @param buckets K
   */
  static double[] equalMass(float[] sample, int buckets) {
    return between(sample, buckets, 0.5);
  }

  /**
   * K + 1 strictly increasing borders, the outermost at the extremes. Every batch counts alike,
   * however many values it has, because the loss is a mean over batches.
   *
   * @param batches the values of each batch, finite
   * @param buckets K
   */
  static double[] ofBatches(List<float[]> batches, int buckets) {
    float[] pool = new float[batches.size() * QUANTILES];
    int next = 0;
    for (float[] batch : batches) {
      float[] sorted = batch.clone();
      Arrays.sort(sorted);
      for (int i = 0; i < QUANTILES; i++) {
        pool[next++] = (float) quantile(sorted, i / (QUANTILES - 1.0));
      }
    }
    return between(pool, buckets, 0);
  }

  /**
   * @param cut how much of the outermost buckets' mass lies beyond their borders
   */
  private static double[] between(float[] sample, int buckets, double cut) {
    if (sample.length < 4L * buckets) {
      throw new IllegalArgumentException(
          "expected at least %d draws for %d buckets but got %d"
              .formatted(4L * buckets, buckets, sample.length));
    }
    float[] sorted = sample.clone();
    Arrays.sort(sorted);
    if (!Float.isFinite(sorted[0]) || !Float.isFinite(sorted[sorted.length - 1])) {
      throw new IllegalArgumentException(
          "expected finite prior draws but they reach from %s to %s"
              .formatted(sorted[0], sorted[sorted.length - 1]));
    }
    double[] borders = new double[buckets + 1];
    for (int k = 0; k <= buckets; k++) {
      double share = Math.min(Math.max(k, cut), buckets - cut) / buckets;
      borders[k] = quantile(sorted, share);
    }
    double gap = 1e-4 * (borders[buckets] - borders[0]) / buckets + 1e-6;
    for (int k = 1; k <= buckets; k++) {
      borders[k] = Math.max(borders[k], borders[k - 1] + gap);
    }
    return borders;
  }

  /** 1.6·Φ⁻¹(0.0008 + 0.9984·k/K): the fixed borders of a network that corrects a committee. */
  static double[] ofCommittee(int buckets) {
    double[] arguments = new double[buckets + 1];
    for (int k = 0; k <= buckets; k++) {
      arguments[k] = 2 * (0.0008 + 0.9984 * k / buckets) - 1;
    }
    try (TensorScope scope = new TensorScope()) {
      Tensor quantiles = Tensor.of(arguments, Device.CPU, buckets + 1).erfInverse();
      return quantiles.times(1.6 * Math.sqrt(2)).toDoubleArray();
    }
  }

  /** The logarithms of the masses that a centred normal distribution puts into the buckets. */
  static float[] logNormalMass(double[] borders, double deviation) {
    int buckets = borders.length - 1;
    double[] cdf;
    try (TensorScope scope = new TensorScope()) {
      Tensor scaled = Tensor.of(borders, Device.CPU, buckets + 1).over(deviation * Math.sqrt(2));
      cdf = scaled.erf().plus(1).over(2).toDoubleArray();
    }
    cdf[0] = 0;
    cdf[buckets] = 1;
    float[] logMass = new float[buckets];
    for (int k = 0; k < buckets; k++) {
      logMass[k] = (float) Math.log(Math.max(cdf[k + 1] - cdf[k], 1e-12));
    }
    return logMass;
  }

  private static double quantile(float[] sorted, double share) {
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
