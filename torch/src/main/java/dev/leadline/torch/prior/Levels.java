package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.Tensor;

/** The steps in which the values of some of B tasks come. */
record Levels(Tensor stepped, Tensor step) { // (B, 1) each

  /* As an error rate on a hundred examples comes in hundredths. A step is a fiftieth to a half of the standard deviation. */

  static Levels draw(FunctionPriorConfig config, Tensor deviation, Chance chance) {
    return new Levels(
        chance.happens(config.blemishes().levels(), 1),
        chance.logUniform(0.02, 0.5, 1).times(deviation));
  }

  /** The levels nearest to the values (B, M). */
  Tensor round(Tensor values) {
    return values.over(step).round().times(step).where(stepped, values);
  }
}
