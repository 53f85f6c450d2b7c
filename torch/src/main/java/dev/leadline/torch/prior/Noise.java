package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** Normal noise for each of B tasks, in some of them larger where values are high. */
record Noise(Tensor deviation, Tensor growth, Tensor unit, Chance chance) { // (B, 1) each

  /* Relative to the function's own deviation: mostly tiny, in a share of the tasks up to 0.3. Uneven noise grows e-fold with
   * every 1/growth deviations above a task's mean, within a factor of four to either side. */

  private static final double MOST_UNEVEN = Math.log(4);

  static Noise draw(FunctionPriorConfig config, Tensor unit, Chance chance) {
    Tensor quiet = chance.logUniform(1e-7, 1e-2, 1).sqrt();
    Tensor loud = chance.uniform(0.01, 0.3, 1);
    Tensor relative = loud.where(chance.happens(config.blemishes().noisy(), 1), quiet);
    Tensor uneven = chance.happens(config.blemishes().uneven(), 1).to(DType.FLOAT32);
    return new Noise(relative.times(unit), chance.uniform(0.3, 2, 1).times(uneven), unit, chance);
  }

  /** The exact values (B, M), observed. */
  Tensor on(Tensor exact) {
    Tensor height = exact.minus(exact.meanKeeping(1)).over(unit); // (B, M)
    Tensor factor = height.times(growth).clamp(-MOST_UNEVEN, MOST_UNEVEN).exp();
    return exact.plus(chance.normal(exact.size(1)).times(deviation).times(factor));
  }
}
