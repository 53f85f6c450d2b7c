package dev.leadline.torch.gp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The lemma of the appendix: posteriors at x and x + δ differ by at most C̃‖δ‖ in KL. */
@ExtendWith(NoLeaks.class)
class PosteriorContinuityTest {

  /* Assumptions: values bounded (drawn from [−1, 1]), k(x, x) = c, ‖∇k‖ ≤ B and k ≥ b on a domain of diameter R = √2, posterior
   * variances at least ϱ (measured). C̃ = 2c²N^{3/2}B / (σ²_noise·b·ϱ). */

  private static final int POINTS = 15;
  private static final int PAIRS = 400;
  private static final double LENGTHSCALE = 0.6;
  private static final double OUTPUT_SCALE = 1.5;
  private static final double NOISE = 0.05;

  @ParameterizedTest
  @EnumSource
  void divergence_isBoundedByTheConstantAndFallsFasterThanTheDistance(Kernel kernel) {
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 12)) {
      Tensor points = random.uniform(DType.FLOAT64, 1, POINTS, 2);
      Tensor values = random.uniform(DType.FLOAT64, 1, POINTS).times(2).minus(1);
      GpPosterior posterior = GpPosterior.condition(kernel, parameters(), points, values);
      Tensor at = random.uniform(DType.FLOAT64, 1, PAIRS, 2).times(0.7);
      Tensor angle = random.uniform(DType.FLOAT64, 1, PAIRS, 1).times(Math.PI / 2);
      Tensor direction = Tensor.cat(2, angle.cos(), angle.sin());

      double first = Double.NaN;
      double previous = Double.POSITIVE_INFINITY;
      for (double distance = 0.25; distance > 1e-4; distance /= 2) {
        GpPosterior.Moments here = posterior.at(at);
        GpPosterior.Moments there = posterior.at(at.plus(direction.times(distance)));
        double divergence = divergence(here, there).max().item();
        double smallest = here.variance().minimum(there.variance()).min().item();
        assertThat(divergence / distance).isLessThan(constant(kernel, smallest));
        assertThat(divergence / distance).isLessThan(previous);
        previous = divergence / distance;
        first = Double.isNaN(first) ? previous : first;
      }
      assertThat(previous).isLessThan(first / 100);
    }
  }

  private static Tensor divergence(GpPosterior.Moments p, GpPosterior.Moments q) {
    Tensor ratio = p.variance().over(q.variance());
    Tensor shift = p.mean().minus(q.mean()).square().over(q.variance());
    return ratio.minus(ratio.log()).plus(shift).minus(1).times(0.5);
  }

  private static double constant(Kernel kernel, double smallestVariance) {
    double c = OUTPUT_SCALE;
    double slope = OUTPUT_SCALE * steepest(kernel) / LENGTHSCALE;
    double lowest = OUTPUT_SCALE * correlation(kernel, Math.sqrt(2) / LENGTHSCALE);
    return 2 * c * c * Math.pow(POINTS, 1.5) * slope / (NOISE * lowest * smallestVariance);
  }

  /** The largest slope of the correlation over distance in lengthscales, by calculus. */
  private static double steepest(Kernel kernel) {
    double golden = (1 + Math.sqrt(5)) / 2;
    return switch (kernel) {
      case MATERN_52 -> Math.sqrt(5) * golden * (1 + golden) / 3 * Math.exp(-golden);
      case RBF -> Math.exp(-0.5);
    };
  }

  private static double correlation(Kernel kernel, double distance) {
    try (TensorScope scope = new TensorScope()) {
      return kernel.of(Tensor.of(new double[] {distance * distance}, Device.CPU, 1)).item();
    }
  }

  private static GpParameters parameters() {
    Tensor one = Tensor.full(1, Device.CPU, DType.FLOAT64, 1);
    return new GpParameters(
        Tensor.full(LENGTHSCALE, Device.CPU, DType.FLOAT64, 1, 2),
        one.times(OUTPUT_SCALE),
        one.times(NOISE),
        one.times(0));
  }
}
