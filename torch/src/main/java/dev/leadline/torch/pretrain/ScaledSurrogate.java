package dev.leadline.torch.pretrain;

import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** A surrogate with the scaling of its values, judged in the units of the observations. */
record ScaledSurrogate(Surrogate surrogate, OutputScaling scaling) {

  /** How well tasks were predicted. */
  static final class Score {

    private final double[] loss; // (B), the mean over a task's queries
    private final double[] level; // (B·Q), the cdf at each value

    private Score(double[] loss, double[] level) {
      this.loss = loss;
      this.level = level;
    }

    /** The mean negative log density of each task. */
    DoubleStream loss() {
      return Arrays.stream(loss);
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
    double[] loss = new double[tasks.count()];
    double[] level = new double[tasks.count() * tasks.queries()];
    for (int task = 0; task < loss.length; task++) {
      Observations observations = tasks.observations(task);
      OutputScaling.Fitted fitted = scaling.fit(observations.values());
      double[] targets = tasks.targets(task);
      try (Posterior posterior = surrogate.condition(scaled(observations, fitted))) {
        Predictive predictive = posterior.at(tasks.queryPoints(task));
        for (int i = 0; i < targets.length; i++) {
          double z = fitted.toModel(targets[i]);
          Distribution distribution = predictive.get(i);
          double density = distribution.logDensity(z) + fitted.logDerivative(targets[i]);
          loss[task] -= density / targets.length;
          level[task * targets.length + i] = distribution.cdf(z);
        }
      }
    }
    return new Score(loss, level);
  }

  /** The predicted medians at points, in the units of the observations. */
  double[] medians(Observations observations, double[][] points) {
    OutputScaling.Fitted fitted = scaling.fit(observations.values());
    try (Posterior posterior = surrogate.condition(scaled(observations, fitted))) {
      Predictive predictive = posterior.at(points);
      double[] medians = new double[points.length];
      Arrays.setAll(medians, i -> fitted.fromModel(predictive.get(i).quantile(0.5)));
      return medians;
    }
  }

  private static Observations scaled(Observations raw, OutputScaling.Fitted fitted) {
    return new Observations(raw.dimensions(), raw.points(), fitted.toModel(raw.values()));
  }
}
