package dev.leadline.curve;

import dev.leadline.surrogate.Distribution;
import java.util.List;

/** Says where a learning curve will end. Implementations are thread-safe. */
public interface CurveForecaster extends AutoCloseable {

  /**
   * The end of a curve.
   *
   * @param own what has been reported, at least one value; small values are good
   * @param complete curves of the same study that ran to their end, at least one
   */
  Forecast of(Curve own, List<Curve> complete);

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

    /** The value below which the given share of the belief lies. */
    public double quantile(double probability) {
      return task.fromUnits(belief.quantile(probability));
    }
  }
}
