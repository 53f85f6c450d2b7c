package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** Inputs of B tasks that count only while another input, the gate, is above a threshold. */
record Gates(Tensor gate, Tensor hidden, Tensor threshold) { // (B, 1, D), (B, 1, D), (B, 1, 1)

  /* As the parameters of an algorithm count only while it is chosen. While the gate is shut its inputs stand at a half. A task
   * without a gate hides nothing. */

  private static final double HIDDEN_SHARE = 0.4;

  static Gates draw(FunctionPriorConfig config, InputSpaces spaces, Chance chance) {
    Tensor present = spaces.present(); // (B, D)
    Tensor lot = chance.uniform(1e-3, 1, present.size(1)).times(present);
    Tensor gate = lot.lessThan(lot.maxKeeping(1)).not().and(present.greaterThan(0)); // (B, D)
    Tensor gated = chance.happens(config.blemishes().gated(), 1); // (B, 1)
    Tensor hidden = chance.happens(HIDDEN_SHARE, present.size(1)).and(gate.not()).and(gated);
    return new Gates(
        gate.to(DType.FLOAT32).unsqueeze(1), hidden.unsqueeze(1), chance.uniform(0.2, 0.7, 1, 1));
  }

  /** The points (B, M, D) as the function sees them. */
  Tensor apply(Tensor points) {
    Tensor shut = points.times(gate).sumKeeping(2).lessThan(threshold); // (B, M, 1)
    return points.maskedFill(shut.and(hidden), 0.5);
  }
}
