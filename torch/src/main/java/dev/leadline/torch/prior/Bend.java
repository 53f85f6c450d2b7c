package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** A monotone map of values for each of B tasks: skewed, heavy-tailed or straight; then affine. */
record Bend(
    Tensor growing,
    Tensor shrinking,
    Tensor tailed,
    Tensor powered,
    Tensor strength,
    Tensor shift,
    Tensor stretch) { // (B, 1) each; of the first four at most one holds

  /* h is the identity, (e^{kz} − 1)/k, (1 − e^{−kz})/k, sinh(k·z)/k, or sign(z)·|z|^k with k in a range for each. Arguments of
   * exponentials stay within ±12. The affine part matters where a single value sets the scale. */

  static Bend draw(FunctionPriorConfig config, Chance chance) {
    Tensor bent = chance.happens(config.shapes().skewed(), 1).to(DType.FLOAT32);
    Tensor kind = chance.uniform(1, 6, 1).floor().times(bent);
    Tensor strength = chance.logUniform(0.25, 2.2, 1);
    Tensor shift = chance.normal(1).times(chance.logNormal(1, 1));
    return new Bend(
        kind.equalTo(1).or(kind.equalTo(2)),
        kind.equalTo(3),
        kind.equalTo(4),
        kind.equalTo(5),
        strength,
        shift,
        chance.logNormal(1.5, 1));
  }

  Tensor apply(Tensor z) {
    Tensor exponent = z.times(strength).clamp(-12, 12);
    Tensor grown = exponent.exp().minus(1).over(strength);
    Tensor shrunk = exponent.negate().exp().negate().plus(1).over(strength);
    Tensor tails = exponent.sinh().over(strength);
    Tensor power = z.sign().times(z.abs().clampMin(1e-9).log().times(strength).exp());
    Tensor bent = grown.where(growing, z);
    bent = shrunk.where(shrinking, bent);
    bent = tails.where(tailed, bent);
    bent = power.where(powered, bent);
    return bent.plus(shift).times(stretch);
  }
}
