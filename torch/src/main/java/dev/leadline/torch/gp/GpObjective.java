package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * The negative log posterior of the hyper-parameters of B tasks, as a function of free variables.
 *
 * @param points (B, N, D)
 * @param values (B, N)
 */
record GpObjective(GpSpec spec, Tensor points, Tensor values) implements BatchedLbfgs.Objective {

  /* A row of free variables is ln(lengthscale − bound) for each dimension, ln(output scale), ln(noise − bound), mean.
   * The gradient of the likelihood by the covariance K is ½(ααᵀ − K⁻¹) with α = K⁻¹(y − m); its product with the recorded K
   * has the right gradient by everything below K, so autograd never has to differentiate a Cholesky factor. Densities are
   * of the hyper-parameters themselves: the change of variables moves no mode. */

  private static final double RANGE = 15;

  long variables() {
    return points.size(2) + 3;
  }

  @Override
  public BatchedLbfgs.Evaluation at(Tensor free) {
    try (TensorScope scope = new TensorScope()) {
      Tensor leaf = free.detach().copy().requireGradient();
      GpParameters parameters = parameters(leaf);
      Tensor covariance = GpPosterior.covariance(spec.kernel(), parameters, points);
      Tensor prior = logPrior(parameters); // (B)
      Tensor value;
      Tensor slope;
      Tensor alpha;
      try (NoGrad off = new NoGrad()) {
        Tensor.Pair factored = covariance.detach().choleskyWithInfo();
        Tensor factor = factored.first();
        Tensor residual = values.minus(parameters.mean().unsqueeze(1)).unsqueeze(-1).detach();
        Tensor whitened = factor.solveLower(residual);
        Tensor inverse = factor.choleskyInverse();
        alpha = inverse.matmul(residual); // (B, N, 1)
        slope = alpha.matmul(alpha.transpose(1, 2)).minus(inverse).times(0.5);
        Tensor likelihood = logLikelihood(factor, whitened);
        Tensor negative = likelihood.plus(prior.detach()).negate();
        Tensor sound = factored.second().equalTo(0).and(negative.isFinite());
        value = negative.maskedFill(sound.not(), Double.POSITIVE_INFINITY);
      }
      Tensor byMean = alpha.squeeze(-1).sum(1).times(parameters.mean());
      Tensor ascent = covariance.times(slope).sum().plus(byMean.sum()).plus(prior.sum());
      Tensor gradient = ascent.gradientBy(leaf).negate();
      Tensor finite = gradient.maskedFill(gradient.isFinite().not(), 0);
      return new BatchedLbfgs.Evaluation(scope.escape(value), scope.escape(finite));
    }
  }

  /** The hyper-parameters at a row of free variables. */
  GpParameters parameters(Tensor free) {
    long dimensions = points.size(2);
    Tensor bounded = free.clamp(-RANGE, RANGE);
    Tensor lengthscale = bounded.narrow(1, 0, dimensions).exp().plus(spec.minLengthscale());
    Tensor outputScale =
        spec.outputScale() instanceof Law.Fixed fixed
            ? Tensor.full(fixed.value(), free.device(), DType.FLOAT64, free.size(0))
            : bounded.select(1, dimensions).exp();
    Tensor noise = bounded.select(1, dimensions + 1).exp().plus(spec.minNoise());
    return new GpParameters(lengthscale, outputScale, noise, free.select(1, dimensions + 2));
  }

  /** The row of free variables of hyper-parameters. */
  Tensor free(GpParameters parameters) {
    Tensor lengthscale = parameters.lengthscale().minus(spec.minLengthscale());
    Tensor noise = parameters.noise().minus(spec.minNoise());
    return Tensor.cat(
        1,
        lengthscale.clampMin(1e-6).log(),
        parameters.outputScale().log().unsqueeze(1),
        noise.clampMin(1e-6).log().unsqueeze(1),
        parameters.mean().unsqueeze(1));
  }

  /** The log prior (B) of hyper-parameters; the mean has a flat one. */
  Tensor logPrior(GpParameters parameters) {
    Law lengthscale = spec.lengthscale().in((int) points.size(2));
    return lengthscale
        .logDensity(parameters.lengthscale())
        .sum(1)
        .plus(spec.outputScale().logDensity(parameters.outputScale()))
        .plus(spec.noise().logDensity(parameters.noise()));
  }

  private Tensor logLikelihood(Tensor factor, Tensor whitened) {
    Tensor volume = factor.diagonal().log().sum(1);
    double constant = 0.5 * values.size(1) * Math.log(2 * Math.PI);
    return whitened.square().sum(1, 2).times(-0.5).minus(volume).minus(constant);
  }
}
