package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;

/**
 * The negative log posterior of the hyper-parameters of B tasks, divided by N, as a function of the
 * variables of a search.
 *
 * @param points (B, N, D)
 * @param values (B, N)
 */
record GpObjective(GpSpec spec, Coordinates coordinates, Tensor points, Tensor values)
    implements BatchedMinimiser.Objective {

  /* A row of variables stands for the lengthscale of each dimension, the noise, the mean and, unless it is fixed, the output
   * scale. The gradient of the likelihood by the covariance K is ½(ααᵀ − K⁻¹) with α = K⁻¹(y − m); its product with the
   * recorded K has the right gradient by everything below K, so autograd never has to differentiate a Cholesky factor.
   * Densities are of the hyper-parameters themselves: a change of variables moves no mode. */

  int variables() {
    return dimensions() + (spec.outputScale() instanceof ScalarDistribution.Fixed ? 2 : 3);
  }

  private int dimensions() {
    return (int) points.size(2);
  }

  /** Where a search begins. */
  double[] start() {
    double[] start = new double[variables()];
    double mode = spec.lengthscale().in(dimensions()).mode();
    Arrays.fill(start, 0, dimensions(), coordinates.start(mode));
    start[dimensions()] = coordinates.noiseVariable(spec.noise().mode());
    if (start.length > dimensions() + 2) {
      start[dimensions() + 2] = coordinates.start(spec.outputScale().mode());
    }
    return start;
  }

  /** The bounds below; there are none above. */
  double[] lower() {
    double[] lower = new double[variables()];
    Arrays.fill(lower, coordinates.variable(0));
    Arrays.fill(lower, 0, dimensions(), coordinates.variable(spec.minLengthscale()));
    lower[dimensions()] = coordinates.noiseVariable(spec.minNoise());
    lower[dimensions() + 1] = Double.NEGATIVE_INFINITY;
    return lower;
  }

  @Override
  public BatchedMinimiser.Evaluation at(Tensor rows) {
    try (TensorScope scope = new TensorScope()) {
      Tensor leaf = rows.detach().requireGradient();
      GpParameters parameters = parameters(leaf);
      GpCovariance law = new GpCovariance(spec.kernel(), parameters);
      Tensor covariance = law.ofObservations(law.scale(points)); // (B, N, N)
      Tensor prior = logPrior(parameters); // (B)
      Tensor value;
      Tensor slope;
      Tensor alpha;
      try (NoGrad off = new NoGrad()) {
        Tensor.Pair factored = covariance.detach().choleskyWithInfo();
        Tensor factor = factored.first();
        Tensor residual = values.minus(parameters.mean().unsqueeze(1)).unsqueeze(-1).detach();
        Tensor inverseFactor = Whitening.inverse(factor); // (B, N, N)
        Tensor whitened = inverseFactor.matmul(residual); // (B, N, 1)
        Tensor transposed = inverseFactor.transpose(1, 2);
        alpha = transposed.matmul(whitened); // (B, N, 1)
        Tensor inverse = transposed.matmul(inverseFactor); // (B, N, N)
        slope = alpha.matmul(alpha.transpose(1, 2)).minus(inverse).times(0.5);
        Tensor likelihood = logLikelihood(factor, whitened);
        Tensor negative = likelihood.plus(prior.detach()).negate();
        Tensor sound = factored.second().equalTo(0).and(negative.isFinite());
        value =
            negative.maskedFill(sound.not(), Double.POSITIVE_INFINITY).over((int) points.size(1));
      }
      Tensor byMean = alpha.squeeze(-1).sum(1).times(parameters.mean());
      Tensor ascent = covariance.times(slope).sum().plus(byMean.sum()).plus(prior.sum());
      Tensor gradient = ascent.gradientBy(leaf).over(-(int) points.size(1));
      return new BatchedMinimiser.Evaluation(scope.escape(value), scope.escape(gradient));
    }
  }

  /** The hyper-parameters at rows of variables. */
  GpParameters parameters(Tensor rows) {
    int dimensions = dimensions();
    Tensor outputScale =
        spec.outputScale() instanceof ScalarDistribution.Fixed fixed
            ? Tensor.full(fixed.value(), rows.device(), DType.FLOAT64, rows.size(0))
            : coordinates.scale(rows.select(1, dimensions + 2));
    return new GpParameters(
        coordinates.scale(rows.narrow(1, 0, dimensions)),
        outputScale,
        coordinates.noise(rows.select(1, dimensions)),
        rows.select(1, dimensions + 1));
  }

  /** The rows of variables of hyper-parameters. */
  double[][] rows(GpParameters parameters) {
    int dimensions = dimensions();
    double[] lengthscale = parameters.lengthscale().toDoubleArray();
    double[] noise = parameters.noise().toDoubleArray();
    double[] mean = parameters.mean().toDoubleArray();
    double[] outputScale = parameters.outputScale().toDoubleArray();
    double[][] rows = new double[noise.length][variables()];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < dimensions; j++) {
        rows[i][j] = coordinates.variable(lengthscale[i * dimensions + j]);
      }
      rows[i][dimensions] = coordinates.noiseVariable(noise[i]);
      rows[i][dimensions + 1] = mean[i];
      if (rows[i].length > dimensions + 2) {
        rows[i][dimensions + 2] = coordinates.variable(outputScale[i]);
      }
    }
    return rows;
  }

  /** The log prior (B) of hyper-parameters; the mean has a flat one. */
  Tensor logPrior(GpParameters parameters) {
    ScalarDistribution lengthscale = spec.lengthscale().in(dimensions());
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
