package dev.leadline.torch.train;

import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.torch.train.TrainingOptions.BorderRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

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

  private static double quantile(float[] sorted, double share) {
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  /** The borders of buckets that fit the values of a prior's tasks. */
  record DrawnBorders(TaskPrior prior, PretrainConfig config, Device device, long seed) {

    private static final int BATCHES = 10;

    /** Borders from targets come from as many batches, for the sake of the rare sizes. */
    private static final int TARGET_BATCHES = 40;

    /** K + 1 borders by the rule of the configuration. */
    double[] draw() {
      int buckets = config.network().buckets();
      return config.practice().borders() == BorderRule.TARGETS
          ? Borders.ofBatches(
              draws(TARGET_BATCHES, batch -> batch.targets().toFloatArray()), buckets)
          : Borders.equalMass(joined(draws(BATCHES, DrawnBorders::all)), buckets);
    }

    /** Values of so many batches. */
    private List<float[]> draws(int batches, Function<TaskBatch, float[]> values) {
      List<float[]> draws = new ArrayList<>();
      try (TensorRandom random = new TensorRandom(device, seed);
          NoGrad off = new NoGrad()) {
        for (int i = 0; i < batches; i++) {
          try (TensorScope scope = new TensorScope()) {
            TaskSizes.Sizes drawn = config.sizes().draw(new SplittableRandom(seed + i));
            draws.add(
                values.apply(
                    prior.sample(config.tasks(), drawn.context(), drawn.queries(), random)));
          }
        }
      }
      return draws;
    }

    private static float[] all(TaskBatch batch) {
      return joined(List.of(batch.contextY().toFloatArray(), batch.targets().toFloatArray()));
    }

    private static float[] joined(List<float[]> parts) {
      float[] all = new float[parts.stream().mapToInt(part -> part.length).sum()];
      int next = 0;
      for (float[] part : parts) {
        System.arraycopy(part, 0, all, next, part.length);
        next += part.length;
      }
      return all;
    }
  }
}
