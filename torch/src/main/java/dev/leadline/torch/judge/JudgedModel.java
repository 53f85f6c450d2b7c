package dev.leadline.torch.judge;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Predictive;
import dev.leadline.torch.gp.GpPosterior;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A model judged in the units of the observations. */
record JudgedModel(TaskPredictor predictor) {

  /** How well tasks were predicted. */
  static final class Score {

    private final double[] loss; // (B), the mean over a task's queries
    private final double[] level; // (B·Q), the cdf at each value
    private final double[] spread; // (B)

    private Score(double[] loss, double[] level, double[] spread) {
      this.loss = loss;
      this.level = level;
      this.spread = spread;
    }

    /** All tasks of several scores. */
    static Score joined(List<Score> parts) {
      return new Score(
          parts.stream().flatMapToDouble(part -> Arrays.stream(part.loss)).toArray(),
          parts.stream().flatMapToDouble(part -> Arrays.stream(part.level)).toArray(),
          parts.stream().flatMapToDouble(part -> Arrays.stream(part.spread)).toArray());
    }

    /** The mean negative log density of each task. */
    double[] losses() {
      return loss.clone();
    }

    double meanLoss() {
      return DoubleStream.of(loss).average().orElse(0);
    }

    /** How much the predictions of a task differ; NaN where that cannot be said. */
    double meanSpread() {
      return DoubleStream.of(spread).average().orElse(Double.NaN);
    }

    /** The share of values inside the central interval of this probability. */
    double coverage(double probability) {
      return Arrays.stream(level)
          .map(p -> Math.abs(p - 0.5) <= probability / 2 ? 1 : 0)
          .average()
          .orElse(0);
    }
  }

  Score score(OracleTasks tasks) {
    List<ScaledPredictive> predictions = predictor.predict(tasks);
    double[][] targets = tasks.targetRows();
    double[] loss = new double[tasks.count()];
    double[][] level = new double[loss.length][tasks.queries()];
    IntStream.range(0, loss.length)
        .parallel()
        .forEach(task -> loss[task] = judge(predictions.get(task), targets[task], level[task]));
    return new Score(
        loss,
        Arrays.stream(level).flatMapToDouble(Arrays::stream).toArray(),
        predictions.stream().mapToDouble(ScaledPredictive::spread).toArray());
  }

  /** The mean loss of one task; puts the cdf at each target into an array. */
  private static double judge(ScaledPredictive prediction, double[] targets, double[] level) {
    double loss = 0;
    for (int i = 0; i < targets.length; i++) {
      double z = prediction.scaling().toModel(targets[i]);
      Distribution distribution = prediction.predictive().get(i);
      double density = distribution.logDensity(z) + prediction.scaling().logDerivative(targets[i]);
      loss -= density / targets.length;
      level[i] = distribution.cdf(z);
    }
    return loss;
  }

  /** The predicted medians at the queries of each task, in the units of the observations. */
  double[][] medians(OracleTasks tasks) {
    List<ScaledPredictive> predictions = predictor.predict(tasks);
    double[][] medians = new double[tasks.count()][tasks.queries()];
    for (int task = 0; task < medians.length; task++) {
      Predictive predictive = predictions.get(task).predictive();
      OutputScaling.Fitted fitted = predictions.get(task).scaling();
      Arrays.setAll(medians[task], i -> fitted.fromModel(predictive.get(i).quantile(0.5)));
    }
    return medians;
  }

  /**
   * The mean loss of each task of normal predictions put into the model's buckets, or null if there
   * are none.
   */
  double @Nullable [] binnedLosses(OracleTasks tasks, GpPosterior.Moments moments) {
    Buckets buckets = predictor.buckets();
    if (buckets == null) {
      return null;
    }
    double[][] values = tasks.valueRows();
    double[][] targets = tasks.targetRows();
    double[][] mean = moments.mean().toDoubleRows();
    double[][] variance = moments.variance().toDoubleRows();
    return IntStream.range(0, tasks.count())
        .parallel()
        .mapToDouble(
            task ->
                new BinnedNormal(buckets, predictor.scaling().fit(values[task]))
                    .meanLoss(targets[task], mean[task], variance[task]))
        .toArray();
  }
}
