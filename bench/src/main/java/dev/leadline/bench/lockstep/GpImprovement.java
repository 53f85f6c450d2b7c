package dev.leadline.bench.lockstep;

import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.tensor.Tensor;

/** The improvement a Gaussian process expects, with gradients. */
enum GpImprovement {
  /** E[max(0, f* − f)]; zero, with a zero gradient, where it underflows. */
  PLAIN {
    @Override
    Tensor of(GpPosterior.Moments moments, Tensor best) {
      Tensor deviation = moments.variance().sqrt();
      Tensor u = best.minus(moments.mean()).over(deviation);
      return NormalImprovement.of(u).times(deviation);
    }
  },

  /** Its logarithm, with a gradient everywhere. */
  LOG {
    @Override
    Tensor of(GpPosterior.Moments moments, Tensor best) {
      Tensor deviation = moments.variance().sqrt();
      Tensor u = best.minus(moments.mean()).over(deviation);
      return NormalImprovement.log(u).plus(deviation.log());
    }
  };

  /**
   * The improvement.
   *
   * @param moments of the noise-free values, (B, M)
   * @param best the value to better, (B, 1)
   * @return (B, M)
   */
  abstract Tensor of(GpPosterior.Moments moments, Tensor best);
}
