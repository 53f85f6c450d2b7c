package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** What makes the values of some of B tasks uneven everywhere: each place has a draw of its own. */
record Grain(Tensor deviation, Tensor growth, Chance chance) { // (B, 1) each

  /* As a cross-validated loss jumps by a little with every change. It is added before values are bent, so it is small where the
   * function is flat, and it grows e-fold with every 1/growth deviations above a task's mean, within a factor of eight to
   * either side: a learner that diverges is rough and a good one is not. A task without grain has deviation 0. */

  private static final double MOST_UNEVEN = Math.log(8);

  static Grain draw(FunctionPriorConfig config, Chance chance) {
    Tensor on = chance.happens(config.blemishes().grainy(), 1).to(DType.FLOAT32);
    return new Grain(
        chance.logUniform(0.01, 0.5, 1).times(on), chance.uniform(0.2, 1.5, 1), chance);
  }

  /** Values (B, M) in units of the function's deviation, about its mean, with grain. */
  Tensor on(Tensor smooth) {
    Tensor factor = smooth.times(growth).clamp(-MOST_UNEVEN, MOST_UNEVEN).exp();
    return smooth.plus(chance.normal(smooth.size(1)).times(deviation).times(factor));
  }
}
