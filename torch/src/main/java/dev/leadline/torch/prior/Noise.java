package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.Tensor;

/** Normal noise for each of B tasks. */
record Noise(Tensor deviation, Chance chance) { // (B, 1)

  /* Relative to the function's own deviation: mostly tiny, in a share of the tasks up to 0.3. */

  static Noise draw(FunctionPriorConfig config, Tensor unit, Chance chance) {
    Tensor quiet = chance.logUniform(1e-7, 1e-2, 1).sqrt();
    Tensor loud = chance.uniform(0.01, 0.3, 1);
    Tensor relative = loud.where(chance.happens(config.shapes().noisy(), 1), quiet);
    return new Noise(relative.times(unit), chance);
  }

  /** The exact values (B, M), observed. */
  Tensor on(Tensor exact) {
    return exact.plus(chance.normal(exact.size(1)).times(deviation));
  }
}
