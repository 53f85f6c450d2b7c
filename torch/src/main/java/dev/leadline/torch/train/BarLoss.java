package dev.leadline.torch.train;

import dev.leadline.surrogate.Buckets;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * The negative log density of a bar distribution with half-normal tails, Eq. 2.
 *
 * <p>Owns its tables until closed. Not thread-safe.
 */
public final class BarLoss implements AutoCloseable {

  /* −log p(z) = −(log mass of z's bucket + log density inside it). Inside an inner bucket the density is 1/width; in a tail it
   * is a half-normal of scale s at distance t from the tail's inner border. t is 0 for inner buckets, so one formula serves
   * all: constant[bucket] − ½ (t / s[bucket])². */

  private final int buckets;
  private final double lowest;
  private final double highest;
  private final Tensor innerBorders;
  private final Tensor constant;
  private final Tensor inverseScale;

  /**
   * @param borders K + 1 increasing borders
   */
  public BarLoss(double[] borders, Device device) {
    buckets = borders.length - 1;
    if (buckets < 3) {
      throw new IllegalArgumentException("expected at least 4 borders but got " + borders.length);
    }
    float[] constants = new float[buckets];
    float[] inverseScales = new float[buckets];
    float[] inner = new float[buckets - 1];
    for (int k = 0; k < buckets; k++) {
      double width = borders[k + 1] - borders[k];
      if (!(width > 0)) {
        throw new IllegalArgumentException(
            "expected increasing borders but border %d is %s and the next %s"
                .formatted(k, borders[k], borders[k + 1]));
      }
      boolean tail = k == 0 || k == buckets - 1;
      double scale = Buckets.tailScale(width);
      constants[k] =
          (float) (tail ? 0.5 * Math.log(2 / Math.PI) - Math.log(scale) : -Math.log(width));
      inverseScales[k] = (float) (tail ? 1 / scale : 0);
      if (k > 0) {
        inner[k - 1] = (float) borders[k];
      }
    }
    lowest = borders[1];
    highest = borders[buckets - 1];
    try (TensorScope scope = new TensorScope()) {
      innerBorders = Tensor.of(inner, device, buckets - 1).keep();
      constant = Tensor.of(constants, device, buckets).keep();
      inverseScale = Tensor.of(inverseScales, device, buckets).keep();
    }
  }

  /**
   * The loss of every query, (B, Q).
   *
   * @param logMass (B, Q, K)
   * @param z (B, Q), the values in the units of the buckets
   */
  public Tensor of(Tensor logMass, Tensor z) {
    logMass.expect("log mass", z.size(0), z.size(1), buckets);
    try (TensorScope scope = new TensorScope()) {
      Tensor bucket = innerBorders.searchSorted(z.contiguous()); // (B, Q)
      Tensor chosen = logMass.gather(2, bucket.unsqueeze(2)).squeeze(2); // (B, Q)
      Tensor flat = bucket.reshape(-1);
      Tensor within = constant.indexSelect(0, flat).reshape(z.shape()); // (B, Q)
      Tensor perScale = inverseScale.indexSelect(0, flat).reshape(z.shape()); // (B, Q)
      Tensor below = z.negate().plus(lowest).relu();
      Tensor above = z.minus(highest).relu();
      Tensor tail = below.plus(above).times(perScale).square().times(0.5); // (B, Q)
      return scope.escape(tail.minus(within).minus(chosen));
    }
  }

  @Override
  public void close() {
    innerBorders.free();
    constant.free();
    inverseScale.free();
  }
}
