package dev.leadline.early;

import dev.leadline.surrogate.Distribution;

/** Says where a learning curve will end. Implementations are thread-safe. */
public interface CurveForecaster extends AutoCloseable {

  /** The end of the curve of a field, in which at least one is complete; small values are good. */
  Forecast of(EarlyRule.Field field);

  @Override
  void close();

  /**
   * A prediction about the end of a curve.
   *
   * @param task whose units the prediction is in
   */
  record Forecast(CurveTask task, Distribution prediction) {

    /** The chance that the end lies below a value. */
    public double chanceBelow(double value) {
      return prediction.cdf(task.toUnits(value));
    }

    /** The value below which the given share of the prediction lies. */
    public double quantile(double probability) {
      return task.fromUnits(prediction.quantile(probability));
    }
  }
}
