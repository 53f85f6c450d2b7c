package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** A power of a random quadratic form around a random centre, for each of B tasks. */
record Bowls(Tensor basis, Tensor centre, Tensor exponent, Tensor offset, Tensor weight) {

  /* (B, D, D), (B, 1, D), (B, 1), (B, 1), (B, 1). The weight already divides by the deviation over the reference points. */

  /**
   * Draws bowls.
   *
   * @param directions (B, D, D)
   * @param reference (B, R, D), the points over which a bowl has mean 0 and a random amplitude
   */
  static Bowls draw(
      FunctionPriorConfig config, Tensor directions, Tensor reference, Chance chance) {
    long columns = directions.size(1);
    Tensor basis = directions.times(chance.logNormal(0.5, columns, 1));
    Tensor centre = chance.uniform(-0.1, 1.1, 1, columns);
    Tensor exponent = chance.logUniform(0.35, 1.6, 1);
    Tensor zero = Tensor.zeros(basis.device(), DType.FLOAT32, basis.size(0), 1);
    Bowls plain = new Bowls(basis, centre, exponent, zero, zero.plus(1));
    Tensor values = plain.at(reference); // (B, R)
    Tensor mean = values.meanKeeping(1);
    Tensor deviation = values.minus(mean).square().meanKeeping(1).sqrt().clampMin(1e-6);
    Tensor on = chance.happens(config.shapes().bowls(), 1).to(DType.FLOAT32);
    Tensor amplitude = chance.logUniform(0.2, 6, 1).times(on);
    return new Bowls(basis, centre, exponent, mean, amplitude.over(deviation));
  }

  /** The values (B, M) at the points (B, M, D). */
  Tensor at(Tensor points) {
    Tensor along = points.minus(centre).matmul(basis.transpose(1, 2)); // (B, M, D)
    Tensor height = along.square().sum(2).clampMin(1e-10).log().times(exponent).exp();
    return height.minus(offset).times(weight);
  }
}
