package dev.leadline.bench.lockstep;

import dev.leadline.torch.tensor.Tensor;

/** Improvement of a standard normal value over u, element by element, with gradients. */
final class NormalImprovement {

  /* h(u) = φ(u) + u·Φ(u). Above −SWITCH the formula itself, with erf in double precision, is good to 1e-8 relative. Below it,
   * h(u) = φ(u)·K/(t + K) with t = −u and K = 1/(t + 2/(t + 3/(t + …))), the tail of the continued fraction of Mills' ratio,
   * which has no cancellation; TERMS of it give 1e-9 from t = SWITCH on. */

  private static final double SWITCH = 4;
  private static final int TERMS = 24;
  private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

  private NormalImprovement() {}

  /** h(u). */
  static Tensor of(Tensor u) {
    return logDensity(u).exp().plus(u.times(cdf(u))).clampMin(0);
  }

  /** ln h(u), finite for all u above −1e8. */
  static Tensor log(Tensor u) {
    Tensor near = of(u.clampMin(-SWITCH)).clampMin(1e-300).log();
    Tensor t = u.negate().clampMin(SWITCH);
    Tensor tail = t;
    for (int k = TERMS; k >= 2; k--) {
      tail = t.plus(tail.reciprocal().times(k));
    }
    Tensor ratio = tail.reciprocal(); // K
    Tensor far = logDensity(t).plus(ratio.log()).minus(t.plus(ratio).log());
    return near.where(u.greaterThan(-SWITCH), far);
  }

  static Tensor logDensity(Tensor u) {
    return u.square().times(-0.5).minus(LOG_ROOT_TWO_PI);
  }

  static Tensor cdf(Tensor u) {
    return u.times(Math.sqrt(0.5)).erf().plus(1).times(0.5);
  }
}
