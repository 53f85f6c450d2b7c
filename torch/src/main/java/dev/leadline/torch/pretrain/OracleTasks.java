package dev.leadline.torch.pretrain;

import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.tensor.Tensor;
import java.util.Arrays;

/**
 * Tasks from known processes with the same numbers of observations and queries, in double
 * precision.
 *
 * @param contextX (B, C, D)
 * @param contextY (B, C), with noise
 * @param queryX (B, Q, D)
 * @param targets (B, Q)
 */
record OracleTasks(
    GpPrior prior,
    GpParameters parameters,
    Tensor contextX,
    Tensor contextY,
    Tensor queryX,
    Tensor targets) {

  /** Splits a draw: the first points are seen, the rest are predicted. */
  static OracleTasks split(GpPrior prior, GpPrior.Draw draw, int context) {
    long queries = draw.points().size(1) - context;
    Tensor predicted = prior.target() == GpPrior.Target.OBSERVED ? draw.observed() : draw.latent();
    return new OracleTasks(
        prior,
        draw.parameters(),
        draw.points().narrow(1, 0, context),
        draw.observed().narrow(1, 0, context),
        draw.points().narrow(1, context, queries),
        predicted.narrow(1, context, queries));
  }

  int count() {
    return (int) contextX.size(0);
  }

  int queries() {
    return (int) queryX.size(1);
  }

  /** The observations of one task. */
  Observations observations(int task) {
    double[] values = contextY.select(0, task).contiguous().toDoubleArray();
    return new Observations(prior.dimensions(), rows(contextX, task), values);
  }

  double[][] queryPoints(int task) {
    return rows(queryX, task);
  }

  double[] targets(int task) {
    return targets.select(0, task).contiguous().toDoubleArray();
  }

  /** The negative log density (B, Q) of the exact process with the true hyper-parameters. */
  Tensor exactLoss() {
    return loss(exact(), parameters.noise());
  }

  /** The exact posterior of the noise-free values at the queries. */
  GpPosterior.Moments exact() {
    return GpPosterior.condition(prior.kernel(), parameters, contextX, contextY).at(queryX);
  }

  /** The negative log density (B, Q) of normal predictions with so much noise (B) on top. */
  Tensor loss(GpPosterior.Moments moments, Tensor noise) {
    boolean noisy = prior.target() == GpPrior.Target.OBSERVED;
    Tensor variance = noisy ? moments.variance().plus(noise.unsqueeze(1)) : moments.variance();
    Tensor squares = targets.minus(moments.mean()).square().over(variance);
    return squares.plus(variance.log()).plus(Math.log(2 * Math.PI)).times(0.5);
  }

  private double[][] rows(Tensor points, int task) {
    double[] flat = points.select(0, task).contiguous().toDoubleArray();
    int dimensions = prior.dimensions();
    double[][] rows = new double[flat.length / dimensions][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(flat, i * dimensions, (i + 1) * dimensions));
    return rows;
  }
}
