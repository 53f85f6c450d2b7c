package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.stream.Stream;

/**
 * B exact Gaussian processes after their observations. Its tensors belong to the scope it was made
 * in, unless it is kept. Not thread-safe.
 */
public final class GpPosterior {

  /** Means and variances of the noise-free values, (B, M) each. */
  public record Moments(Tensor mean, Tensor variance) {}

  /* The inverse of the Cholesky factor is kept: many small sets of queries come, and on a device a product of matrices takes
   * a tenth of a triangular solution. Further observations add rows to it. */

  private static final double SMALLEST_VARIANCE = 1e-12;

  private final GpCovariance covariance;
  private final Tensor priorMean; // (B, 1, 1)
  private final ScaledPoints points;
  private final Tensor inverseFactor; // (B, N, N)
  private final Tensor whitened; // (B, N, 1)

  private GpPosterior(
      GpCovariance covariance,
      Tensor priorMean,
      ScaledPoints points,
      Tensor inverseFactor,
      Tensor values) {
    this.covariance = covariance;
    this.priorMean = priorMean;
    this.points = points;
    this.inverseFactor = inverseFactor;
    this.whitened = inverseFactor.matmul(values.unsqueeze(-1).minus(priorMean));
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
      GpCovariance covariance = new GpCovariance(kernel, parameters);
      ScaledPoints scaled = covariance.scale(points);
      Tensor factor = covariance.ofObservations(scaled).cholesky(); // (B, N, N)
      Tensor mean = parameters.mean().reshape(-1, 1, 1);
      return new GpPosterior(covariance, mean, scaled, Whitening.inverse(factor), values)
          .escape(scope);
    }
  }

  /**
   * The posterior after further observations, in a time that grows with N² only.
   *
   * @param further their points (B, A, D) in double precision
   * @param values of all observations, (B, N + A) in double precision; those before may have
   *     changed
   * @throws RuntimeException if a covariance matrix is not positive definite
   */
  public GpPosterior extended(Tensor further, Tensor values) {
    further.expect("further points", covariance.tasks(), -1, covariance.dimensions());
    values.expect("values", covariance.tasks(), size() + further.size(1));
    try (TensorScope scope = new TensorScope()) {
      ScaledPoints scaled = covariance.scale(further);
      Tensor whitening =
          Whitening.extended(
              inverseFactor,
              covariance.between(scaled, points),
              covariance.ofObservations(scaled)); // (B, N + A, N + A)
      return new GpPosterior(covariance, priorMean, points.and(scaled), whitening, values)
          .escape(scope);
    }
  }

  /** The number of observations, N. */
  public long size() {
    return inverseFactor.size(1);
  }

  /** The posterior of the noise-free values at (B, M, D). */
  public Moments at(Tensor queries) {
    queries.expect("queries", covariance.tasks(), -1, covariance.dimensions());
    try (TensorScope scope = new TensorScope()) {
      Tensor cross = covariance.between(points, covariance.scale(queries)); // (B, N, M)
      Tensor solved = inverseFactor.matmul(cross);
      Tensor mean = priorMean.plusMatmul(whitened.transpose(1, 2), solved); // (B, 1, M)
      Tensor explained = solved.square().sumKeeping(1); // (B, 1, M)
      Tensor variance = covariance.variance().minus(explained).clampMin(SMALLEST_VARIANCE);
      return new Moments(scope.escape(mean.squeeze(1)), scope.escape(variance.squeeze(1)));
    }
  }

  /** The log density (B) of the observations under the prior. */
  public Tensor logMarginalLikelihood() {
    try (TensorScope scope = new TensorScope()) {
      Tensor fit = whitened.square().sum(1, 2).times(-0.5);
      Tensor volume = inverseFactor.diagonal().log().sum(1).negate();
      double constant = 0.5 * size() * Math.log(2 * Math.PI);
      return scope.escape(fit.minus(volume).minus(constant));
    }
  }

  /** Keeps the posterior beyond every scope, until {@link #free} is called as often. */
  public GpPosterior keep() {
    tensors().forEach(Tensor::keep);
    return this;
  }

  /** Gives up what {@link #keep} holds. */
  public void free() {
    tensors().forEach(Tensor::free);
  }

  private GpPosterior escape(TensorScope scope) {
    tensors().forEach(scope::escape);
    return this;
  }

  private Stream<Tensor> tensors() {
    return Stream.concat(
        covariance.tensors().stream(),
        Stream.of(priorMean, points.points(), points.squares(), inverseFactor, whitened));
  }
}
