package dev.leadline.paper.lockstep;

import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.tensor.Tensor;
import java.util.Arrays;

/** The improvement a Gaussian process expects, with gradients. */
enum GpImprovement {
  /** E[max(0, f* − f)]; zero, with a zero gradient, where it underflows. */
  PLAIN {
    @Override
    Tensor of(GpPosterior.Moments moments, Tensor best) {
      Tensor deviation = moments.variance().sqrt();
      return NormalImprovement.of(best.minus(moments.mean()).over(deviation)).times(deviation);
    }

    /* In units of the mean of those that are not negligible beside the largest; the others come last. */
    @Override
    double[] logWeights(double[] scores) {
      double least = NEGLIGIBLE * Arrays.stream(scores).max().orElse(0);
      double mean = Arrays.stream(scores).filter(s -> s >= least).average().orElse(1);
      return Arrays.stream(scores).map(s -> s >= least && mean > 0 ? s / mean : -LAST).toArray();
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

    @Override
    double[] logWeights(double[] scores) {
      double mean = Arrays.stream(scores).average().orElse(0);
      double squares = Arrays.stream(scores).map(s -> (s - mean) * (s - mean)).sum();
      double deviation = Math.max(1e-300, Math.sqrt(squares / (scores.length - 1)));
      return Arrays.stream(scores).map(s -> (s - mean) / deviation).toArray();
    }
  };

  private static final double NEGLIGIBLE = 1e-4;
  private static final double LAST = 1e6;

  /**
   * The improvement.
   *
   * @param moments of the noise-free values, (B, M)
   * @param best the value to better, (B, 1)
   * @return (B, M)
   */
  abstract Tensor of(GpPosterior.Moments moments, Tensor best);

  /** The logarithms of the odds by which raw samples with these scores start an ascent. */
  abstract double[] logWeights(double[] scores);
}
