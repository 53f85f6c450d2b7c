package dev.leadline.torch.train;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * How much each query counts when half of the loss belongs to the queries at which the network
 * expects an improvement.
 *
 * <p>Owns its table until closed. Not thread-safe.
 */
final class ImprovementWeights implements AutoCloseable {

  /* A search picks the point with the largest expected improvement among hundreds, and so prefers points at which the network
   * errs towards low values. The weights make it answer for exactly those. They look at the context, the query and the network,
   * never at the target, so the loss is least at the same distribution as before. */

  private static final double SHARE = 0.5;
  private static final double SMALLEST_SUM = 1e-12;

  private final Tensor middles; // (K), of the buckets

  /**
   * @param borders K + 1 increasing borders
   */
  ImprovementWeights(double[] borders, Device device) {
    float[] between = new float[borders.length - 1];
    for (int k = 0; k < between.length; k++) {
      between[k] = (float) ((borders[k] + borders[k + 1]) / 2);
    }
    try (TensorScope scope = new TensorScope()) {
      middles = Tensor.of(between, device, between.length).keep();
    }
  }

  /**
   * The weights (B, Q), 1 on the average of a task; constants to a gradient.
   *
   * @param logMass (B, Q, K)
   * @param best (B, Q), the lowest observation in the units of the buckets at each query
   * @param scale (B, Q), those units
   */
  Tensor of(Tensor logMass, Tensor best, Tensor scale) {
    logMass.expect("log mass", best.size(0), best.size(1), middles.size(0));
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor gain = best.unsqueeze(2).minus(middles).relu(); // (B, Q, K)
      Tensor expected = logMass.detach().exp().times(gain).sum(2).times(scale); // (B, Q)
      Tensor mean = expected.meanKeeping(1).clampMin(SMALLEST_SUM); // (B, 1)
      return scope.escape(expected.over(mean).times(SHARE).plus(1 - SHARE));
    }
  }

  @Override
  public void close() {
    middles.free();
  }
}
