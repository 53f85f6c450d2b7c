package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import java.util.List;

/** The covariances of B Gaussian processes, with gradients by the hyper-parameters and points. */
final class GpCovariance {

  /* What does not depend on the points is worked out once: a search by gradients asks hundreds of times for a few points, and
   * on a device every operation costs the same few microseconds then. */

  private final Kernel kernel;
  private final Tensor rate; // (B, 1, D), √unit/ℓ
  private final Tensor variance; // (B, 1, 1), σ²
  private final Tensor logVariance; // (B, 1, 1)
  private final Tensor noise; // (B, 1, 1)

  GpCovariance(Kernel kernel, GpParameters parameters) {
    this.kernel = kernel;
    rate = parameters.lengthscale().reciprocal().times(Math.sqrt(kernel.unit())).unsqueeze(1);
    variance = parameters.outputScale().reshape(-1, 1, 1);
    logVariance = variance.log();
    noise = parameters.noise().reshape(-1, 1, 1);
  }

  /** The number of processes, B. */
  long tasks() {
    return rate.size(0);
  }

  /** The number of inputs, D. */
  long dimensions() {
    return rate.size(2);
  }

  /** Points (B, N, D) of the unit cube about its centre, in lengthscales. */
  ScaledPoints scale(Tensor points) {
    return ScaledPoints.of(points.minus(0.5).times(rate));
  }

  /** The covariances (B, N, M) of noise-free values. */
  Tensor between(ScaledPoints first, ScaledPoints second) {
    return kernel.covariance(first.squaredDistance(second), logVariance);
  }

  /** The covariances (B, N, N) of observations, noise included. */
  Tensor ofObservations(ScaledPoints points) {
    Tensor identity = Tensor.identity(points.points().size(1), rate.device(), DType.FLOAT64);
    return between(points, points).plus(identity.times(noise));
  }

  /** The variances (B, 1, 1) of noise-free values. */
  Tensor variance() {
    return variance;
  }

  /** All that this holds. */
  List<Tensor> tensors() {
    return List.of(rate, variance, logVariance, noise);
  }
}
