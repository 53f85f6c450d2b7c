package dev.leadline.torch.judge;

import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.GpParameters;
import dev.leadline.torch.gp.GpPosterior;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.tensor.Tensor;
import java.util.Arrays;
import java.util.function.UnaryOperator;

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

  /** Sees a stretch of the points of a draw and predicts some values of its last ones. */
  static OracleTasks ending(
      GpPrior prior, GpPrior.Draw draw, int from, int context, int queries, Tensor predicted) {
    long start = draw.points().size(1) - queries;
    return new OracleTasks(
        prior,
        draw.parameters(),
        draw.points().narrow(1, from, context),
        draw.observed().narrow(1, from, context),
        draw.points().narrow(1, start, queries),
        predicted.narrow(1, start, queries));
  }

  /** What is predicted of a draw. */
  static Tensor predicted(GpPrior prior, GpPrior.Draw draw) {
    return prior.target() == GpPrior.Target.OBSERVED ? draw.observed() : draw.latent();
  }

  /** Splits a draw: the first points are seen, the rest are predicted. */
  static OracleTasks split(GpPrior prior, GpPrior.Draw draw, int context) {
    return split(prior, draw, context, (int) draw.points().size(1) - context);
  }

  /** Splits a draw: the first points are seen, an even selection of the rest is predicted. */
  static OracleTasks split(GpPrior prior, GpPrior.Draw draw, int context, int queries) {
    int rest = (int) draw.points().size(1) - context;
    long[] places = new long[queries];
    Arrays.setAll(places, i -> context + (2L * i + 1) * rest / (2L * queries));
    Tensor index = Tensor.of(places, draw.points().device(), queries);
    return new OracleTasks(
        prior,
        draw.parameters(),
        draw.points().narrow(1, 0, context),
        draw.observed().narrow(1, 0, context),
        draw.points().indexSelect(1, index),
        predicted(prior, draw).indexSelect(1, index));
  }

  OracleTasks first(int tasks) {
    UnaryOperator<Tensor> some = tensor -> tensor.narrow(0, 0, tasks);
    return new OracleTasks(
        prior,
        parameters.map(some),
        some.apply(contextX),
        some.apply(contextY),
        some.apply(queryX),
        some.apply(targets));
  }

  int count() {
    return (int) contextX.size(0);
  }

  int queries() {
    return (int) queryX.size(1);
  }

  Observations observations(int task) {
    double[] values = contextY.select(0, task).contiguous().toDoubleArray();
    return new Observations(prior.dimensions(), contextX.select(0, task).toDoubleRows(), values);
  }

  /** The observed values, one row per task. */
  double[][] valueRows() {
    return contextY.toDoubleRows();
  }

  double[][] queryPoints(int task) {
    return queryX.select(0, task).toDoubleRows();
  }

  /** The targets, one row per task. */
  double[][] targetRows() {
    return targets.toDoubleRows();
  }

  /** The negative log density (B, Q) of the exact process with the true hyper-parameters. */
  Tensor exactLoss() {
    return loss(exact());
  }

  /** The exact prediction of the targets. */
  GpPosterior.Moments exact() {
    return ofTargets(exactLatent(), parameters.noise());
  }

  /** The exact posterior of the noise-free values at the queries. */
  GpPosterior.Moments exactLatent() {
    return GpPosterior.condition(prior.kernel(), parameters, contextX, contextY).at(queryX);
  }

  /** Predictions of the noise-free values, with the noise (B) on top if the targets have it. */
  GpPosterior.Moments ofTargets(GpPosterior.Moments latent, Tensor noise) {
    return prior.target() == GpPrior.Target.OBSERVED
        ? new GpPosterior.Moments(latent.mean(), latent.variance().plus(noise.unsqueeze(1)))
        : latent;
  }

  /** The negative log density (B, Q) of normal predictions of the targets. */
  Tensor loss(GpPosterior.Moments moments) {
    Tensor variance = moments.variance();
    Tensor squares = targets.minus(moments.mean()).square().over(variance);
    return squares.plus(variance.log()).plus(Math.log(2 * Math.PI)).times(0.5);
  }
}
