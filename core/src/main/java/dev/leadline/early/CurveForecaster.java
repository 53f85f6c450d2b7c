package dev.leadline.early;

import dev.leadline.surrogate.Distribution;

/** Says where a learning curve will end. Implementations are thread-safe. */
public interface CurveForecaster extends AutoCloseable {

  /** The end of the curve of a field, in which at least one is complete; small values are good. */
  Forecast of(EarlyRule.Field field);

  @Override
  void close();

  /**
   * A belief about the end of a curve.
   *
   * @param task whose units the belief is in
   */
  record Forecast(CurveTask task, Distribution belief) {

    /** The chance that the end lies below a value. */
    public double chanceBelow(double value) {
      return belief.cdf(task.toUnits(value));
    }

    /** The value below which the given share of the prediction lies. */
    public double quantile(double probability) {
      return task.fromUnits(belief.quantile(probability));
    }
  }
}
