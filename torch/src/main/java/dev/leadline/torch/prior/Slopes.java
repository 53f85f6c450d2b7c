package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** Effects of single inputs that rise or fall and then level off, for each of B tasks. */
record Slopes(
    Tensor steepness, Tensor middle, Tensor height, Tensor worst, Tensor offset, Tensor weight) {

  /* (B, 1, D) three times, (B, 1) three times. Each effect is height·tanh(steepness·(x − middle)). Effects add up, or the worst of
   * them counts, as the slowest part of a program does: a soft maximum of them. The weight already divides by the deviation
   * over the reference points. */

  private static final double SHARE = 0.5;
  private static final double SHARPNESS = 3;

  /**
   * Draws slopes.
   *
   * @param reference (B, R, D), the points over which slopes have mean 0 and a random amplitude
   */
  static Slopes draw(
      FunctionPriorConfig config, InputSpaces spaces, Tensor reference, Chance chance) {
    long columns = reference.size(2);
    Tensor used = chance.happens(SHARE, 1, columns).to(DType.FLOAT32); // (B, 1, D)
    Tensor height = chance.normal(1, columns).times(used).times(spaces.present().unsqueeze(1));
    Tensor zero = Tensor.zeros(height.device(), DType.FLOAT32, height.size(0), 1);
    Slopes plain =
        new Slopes(
            chance.logUniform(0.7, 12, 1, columns),
            chance.uniform(-0.2, 1.2, 1, columns),
            height,
            chance.happens(0.3, 1),
            zero,
            zero.plus(1));
    Tensor values = plain.at(reference); // (B, R)
    Tensor mean = values.meanKeeping(1);
    Tensor deviation = values.minus(mean).square().meanKeeping(1).sqrt().clampMin(1e-2);
    Tensor on = chance.happens(config.shapes().slopes(), 1).to(DType.FLOAT32);
    Tensor amplitude = chance.logUniform(0.3, 6, 1).times(on);
    return new Slopes(
        plain.steepness, plain.middle, height, plain.worst, mean, amplitude.over(deviation));
  }

  /** The values (B, M) at the points (B, M, D). */
  Tensor at(Tensor points) {
    Tensor effects = points.minus(middle).times(steepness).tanh().times(height); // (B, M, D)
    Tensor most = effects.times(SHARPNESS).logSumExpKeeping(2).squeeze(-1).over(SHARPNESS);
    return most.where(worst, effects.sum(2)).minus(offset).times(weight);
  }
}
