package dev.leadline.paper.lockstep;

import dev.leadline.torch.tensor.Tensor;

/** Improvement of a standard normal value over u, element by element, with gradients. */
final class NormalImprovement {

  /* h(u) = φ(u) + u·Φ(u). Above −NEAR the formula itself, with erf in double precision, is good to 1e-10 relative. Below it,
   * with t = −u, h(u) = φ(t)·(1 − t·R(t)), R being Mills' ratio √(π/2)·erfcx(t/√2): good to 1e-12 up to FAR, its gradient to
   * 1e-9. Beyond, 1 − t·R(t) = t⁻² − 3t⁻⁴ + 15t⁻⁶ − …, whose first term left out is 7e-9 of the whole. */

  private static final double NEAR = 4;
  private static final double FAR = 50;
  private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

  private NormalImprovement() {}

  /** h(u). */
  static Tensor of(Tensor u) {
    return logDensity(u).exp().plus(u.times(cdf(u))).clampMin(0);
  }

  /** ln h(u), finite for all u above −1e100. */
  static Tensor log(Tensor u) {
    Tensor near = of(u.clampMin(-NEAR)).clampMin(1e-300).log();
    Tensor t = u.negate().clampMin(NEAR);
    Tensor middle = tail(t.clamp(NEAR, FAR)).log();
    Tensor beyond = t.clampMin(FAR);
    Tensor square = beyond.square().reciprocal();
    Tensor series = square.times(15).minus(3).times(square).log1p().plus(square.log());
    Tensor far = middle.where(t.lessThan(FAR), series).plus(logDensity(t));
    return near.where(u.greaterThan(-NEAR), far);
  }

  /** 1 − t·R(t). */
  private static Tensor tail(Tensor t) {
    Tensor ratio = t.times(Math.sqrt(0.5)).erfcScaled().times(Math.sqrt(Math.PI / 2));
    return t.times(ratio).negate().plus(1);
  }

  static Tensor logDensity(Tensor u) {
    return u.square().times(-0.5).minus(LOG_ROOT_TWO_PI);
  }

  static Tensor cdf(Tensor u) {
    return u.times(Math.sqrt(0.5)).erf().plus(1).times(0.5);
  }
}
