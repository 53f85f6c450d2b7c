package dev.leadline.torch.prior;

import dev.leadline.torch.gp.CorrelatedValues;
import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.Kernel;
import dev.leadline.torch.gp.ScalarDistribution;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;

/**
 * Tasks from zero-mean Gaussian processes with random hyper-parameters, observed at uniform points.
 * Immutable and thread-safe.
 *
 * @param dimensions D, of every task
 * @param kernel the correlation, with one lengthscale per dimension
 * @param lengthscale the law of each lengthscale
 * @param outputScale the law of the prior variance
 * @param noise the law of the noise variance
 * @param minNoise the floor under the noise variance
 * @param split which points are seen
 */
public record GpPrior(
    int dimensions,
    Kernel kernel,
    ScalarDistribution lengthscale,
    ScalarDistribution outputScale,
    ScalarDistribution noise,
    double minNoise,
    Split split)
    implements TaskPrior {

  /**
   * N points of B processes, in double precision and in the process's own units.
   *
   * @param points (B, N, D)
   * @param latent (B, N), noise-free
   * @param observed (B, N)
   */
  public record Draw(GpParameters parameters, Tensor points, Tensor latent, Tensor observed) {

    /** Hands all tensors over to the scope around this one. */
    public Draw escape(TensorScope scope) {
      parameters.escape(scope);
      scope.escape(points);
      scope.escape(latent);
      scope.escape(observed);
      return this;
    }
  }

  /* The diagonal gets 1e-8 of the output scale. The rounding of a factorisation of N points in double precision is about
   * N·1e-16 of the scale, so below N = 1e6 no draw fails, for any kernel and lengthscale (in single precision they do
   * from N = 1000 on), and none has to be drawn again. The noise comes on top, so that the noise-free values are known. */
  private static final double JITTER = 1e-8;

  public GpPrior {
    if (dimensions < 1 || !(minNoise >= 0)) {
      throw new IllegalArgumentException(
          "expected at least 1 dimension and a noise floor of at least 0 but got %d and %s"
              .formatted(dimensions, minNoise));
    }
  }

  /**
   * The paper's prior: Matérn-5/2, lengthscales Gamma(3, 6), output scale Gamma(2, 0.15), noisy
   * targets; the noise variance is log-normal(−4, 1) and at least 1e-4.
   */
  public static GpPrior paper(int dimensions, Split split) {
    return new GpPrior(
        dimensions,
        Kernel.MATERN_52,
        new ScalarDistribution.Gamma(3, 6),
        new ScalarDistribution.Gamma(2, 0.15),
        new ScalarDistribution.LogNormal(-4, 1),
        1e-4,
        split);
  }

  /**
   * The paper's prior with lengthscales stretched by √d: the distance of two points in lengthscales
   * is then the same in every dimension. Unstretched it grows with √d, and samples in ten
   * dimensions are nearly white noise, of which there is nothing to learn.
   */
  public static GpPrior fair(int dimensions, Split split) {
    GpPrior paper = paper(dimensions, split);
    return new GpPrior(
        dimensions,
        paper.kernel,
        new ScalarDistribution.Gamma(3, 6, true),
        paper.outputScale,
        paper.noise,
        paper.minNoise,
        split);
  }

  @Override
  public TaskBatch sample(int tasks, int context, int queries, TensorRandom random) {
    try (TensorScope scope = new TensorScope()) {
      Draw draw = draw(tasks, context + queries, random);
      Tensor order = split.order(draw.observed, random); // (B, N)
      Tensor points = pick(draw.points, order);
      Tensor observed = draw.observed.gather(1, order);
      ZScore scaling = ZScore.of(observed.narrow(1, 0, context));
      return new TaskBatch(
          scope.escape(single(points.narrow(1, 0, context))),
          scope.escape(single(scaling.apply(observed.narrow(1, 0, context)))),
          scope.escape(single(points.narrow(1, context, queries))),
          scope.escape(single(scaling.apply(observed.narrow(1, context, queries)))));
    }
  }

  /** Draws processes and their values at uniform points; does not wait for the device. */
  public Draw draw(int tasks, int points, TensorRandom random) {
    try (TensorScope scope = new TensorScope()) {
      GpParameters parameters = parameters(tasks, random);
      Tensor places = random.uniform(DType.FLOAT64, tasks, points, dimensions);
      return at(places, parameters, random).escape(scope);
    }
  }

  /** Draws the values of given processes at given points (B, N, D). */
  public Draw at(Tensor points, GpParameters parameters, TensorRandom random) {
    try (TensorScope scope = new TensorScope()) {
      long tasks = points.size(0);
      long count = points.size(1);
      Tensor white = random.normal(DType.FLOAT64, tasks, count, 1);
      Tensor unit =
          new CorrelatedValues(kernel, JITTER).of(points, parameters.lengthscale(), white);
      Tensor latent = unit.squeeze(-1).times(parameters.outputScale().sqrt().unsqueeze(1));
      Tensor noise = random.normal(DType.FLOAT64, tasks, count);
      Tensor observed = latent.plus(noise.times(parameters.noise().sqrt().unsqueeze(1)));
      return new Draw(parameters, points, scope.escape(latent), scope.escape(observed));
    }
  }

  /** Random hyper-parameters for so many processes. */
  public GpParameters parameters(int tasks, TensorRandom random) {
    try (TensorScope scope = new TensorScope()) {
      Tensor lengthscales = lengthscale.in(dimensions).draw(random, tasks, dimensions);
      Tensor scale = outputScale.draw(random, tasks);
      Tensor variance = noise.draw(random, tasks).clampMin(minNoise);
      Tensor mean = Tensor.zeros(random.device(), DType.FLOAT64, tasks);
      return new GpParameters(lengthscales, scale, variance, mean).escape(scope);
    }
  }

  private static Tensor pick(Tensor points, Tensor order) {
    return points.gather(1, order.unsqueeze(-1).expand(-1, -1, points.size(2)).contiguous());
  }

  private static Tensor single(Tensor tensor) {
    return tensor.to(DType.FLOAT32);
  }

  /**
   * {@link dev.leadline.scaling.OutputScaling#Z_SCORE} of B tasks on a device, without waiting for
   * it.
   *
   * @param centre (B, 1)
   * @param unit (B, 1)
   */
  record ZScore(Tensor centre, Tensor unit) {

    /** That of values (B, C) in double precision; C may be 0. */
    static ZScore of(Tensor values) {
      if (values.size(1) == 0) {
        Tensor zero = Tensor.zeros(values.device(), DType.FLOAT64, values.size(0), 1);
        return new ZScore(zero, zero.plus(1));
      }
      Tensor origin = values.minKeeping(1); // (B, 1)
      Tensor offset = values.minus(origin); // (B, C)
      Tensor mean = offset.meanKeeping(1);
      Tensor deviation = offset.minus(mean).square().meanKeeping(1).sqrt();
      Tensor spreads = offset.maxKeeping(1).greaterThan(0);
      // Values without any spread are measured in steps of their own size.
      Tensor size = origin.abs();
      Tensor positive = size.plus(size.equalTo(0).to(size.type()));
      return new ZScore(
          origin.plus(mean).where(spreads, origin), deviation.where(spreads, positive));
    }

    Tensor apply(Tensor values) {
      return values.minus(centre).over(unit);
    }
  }
}
