package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * B exact Gaussian processes after their observations. Its tensors belong to the scope it was made
 * in. Not thread-safe.
 */
public final class GpPosterior {

  /** Means and variances of the noise-free values, (B, M) each. */
  public record Moments(Tensor mean, Tensor variance) {}

  /* The inverse of the Cholesky factor is kept: many small sets of queries come, and on a device a product of matrices takes
   * a tenth of a triangular solution. */

  private static final double SMALLEST_VARIANCE = 1e-12;

  private final Kernel kernel;
  private final GpParameters parameters;
  private final Tensor points;
  private final Tensor inverseFactor;
  private final Tensor whitened;

  private GpPosterior(
      Kernel kernel,
      GpParameters parameters,
      Tensor points,
      Tensor inverseFactor,
      Tensor whitened) {
    this.kernel = kernel;
    this.parameters = parameters;
    this.points = points;
    this.inverseFactor = inverseFactor;
    this.whitened = whitened;
  }

  /**
   * Conditions on observations.
   *
   * @param points (B, N, D) in double precision
   * @param values (B, N) in double precision
   * @throws RuntimeException if a covariance matrix is not positive definite
   */
  public static GpPosterior condition(
      Kernel kernel, GpParameters parameters, Tensor points, Tensor values) {
    long tasks = parameters.tasks();
    points.expect("points", tasks, -1, parameters.lengthscale().size(1));
    values.expect("values", tasks, points.size(1));
    try (TensorScope scope = new TensorScope()) {
      Tensor factor = covariance(kernel, parameters, points).cholesky(); // (B, N, N)
      Tensor residual = values.minus(parameters.mean().unsqueeze(1)).unsqueeze(-1); // (B, N, 1)
      Tensor inverseFactor = Whitening.inverse(factor); // (B, N, N)
      Tensor whitened = inverseFactor.matmul(residual); // (B, N, 1)
      return new GpPosterior(
          kernel, parameters, points, scope.escape(inverseFactor), scope.escape(whitened));
    }
  }

  /** The posterior of the noise-free values at (B, M, D). */
  public Moments at(Tensor queries) {
    queries.expect("queries", parameters.tasks(), -1, points.size(2));
    try (TensorScope scope = new TensorScope()) {
      Tensor scale = parameters.outputScale().reshape(-1, 1, 1);
      Tensor cross = kernel.between(points, queries, parameters.lengthscale()).times(scale);
      Tensor solved = inverseFactor.matmul(cross); // (B, N, M)
      Tensor shift = solved.times(whitened).sum(1); // (B, M)
      Tensor mean = shift.plus(parameters.mean().unsqueeze(1));
      Tensor explained = solved.square().sum(1);
      Tensor variance =
          parameters.outputScale().unsqueeze(1).minus(explained).clampMin(SMALLEST_VARIANCE);
      return new Moments(scope.escape(mean), scope.escape(variance));
    }
  }

  /** The log density (B) of the observations under the prior. */
  public Tensor logMarginalLikelihood() {
    try (TensorScope scope = new TensorScope()) {
      Tensor fit = whitened.square().sum(1, 2).times(-0.5);
      Tensor volume = inverseFactor.diagonal().log().sum(1).negate();
      double constant = 0.5 * points.size(1) * Math.log(2 * Math.PI);
      return scope.escape(fit.minus(volume).minus(constant));
    }
  }

  /** The covariance (B, N, N) of noisy observations. */
  static Tensor covariance(Kernel kernel, GpParameters parameters, Tensor points) {
    Tensor scale = parameters.outputScale().reshape(-1, 1, 1);
    Tensor noise = parameters.noise().reshape(-1, 1, 1);
    Tensor identity = Tensor.identity(points.size(1), points.device(), DType.FLOAT64);
    return kernel.within(points, parameters.lengthscale()).times(scale).plus(identity.times(noise));
  }
}
