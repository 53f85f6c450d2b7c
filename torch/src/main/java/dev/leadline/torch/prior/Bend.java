package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** A monotone map of values for each of B tasks: skewed, heavy-tailed or straight; then affine. */
record Bend(Tensor kind, Tensor strength, Tensor shift, Tensor stretch) { // (B, 1) each

  /* h is the identity, (e^{kz} − 1)/k, (1 − e^{−kz})/k, sinh(k·z)/k, or sign(z)·|z|^k with k in a range for each. Arguments of
   * exponentials stay within ±12. The affine part matters where a single value sets the scale. */

  static Bend draw(FunctionPriorConfig config, Chance chance) {
    Tensor bent = chance.happens(config.skewShare(), 1).to(DType.FLOAT32);
    Tensor kind = chance.uniform(1, 6, 1).floor().times(bent);
    Tensor strength = chance.logUniform(0.25, 2.2, 1);
    Tensor shift = chance.normal(1).times(chance.logNormal(1, 1));
    return new Bend(kind, strength, shift, chance.logNormal(1.5, 1));
  }

  Tensor apply(Tensor z) {
    Tensor exponent = z.times(strength).clamp(-12, 12);
    Tensor grown = exponent.exp().minus(1).over(strength);
    Tensor shrunk = exponent.negate().exp().minus(1).over(strength).negate();
    Tensor tails = exponent.sinh().over(strength);
    Tensor power = z.sign().times(z.abs().clampMin(1e-9).log().times(strength).exp());
    Tensor bent = grown.where(kind.equalTo(1).or(kind.equalTo(2)), z);
    bent = shrunk.where(kind.equalTo(3), bent);
    bent = tails.where(kind.equalTo(4), bent);
    bent = power.where(kind.equalTo(5), bent);
    return bent.plus(shift).times(stretch);
  }
}
