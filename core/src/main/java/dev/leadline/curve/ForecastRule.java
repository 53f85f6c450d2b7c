package dev.leadline.curve;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a trial whose chance of becoming the best is small, as a forecaster sees it. Thread-safe.
 */
final class ForecastRule implements EarlyRule {

  /* On recorded curves most of the winners that were ended wrongly were ended in their first steps, where a curve says least
   * about its end and the network does not know how little. */

  /** Before this share of the length of complete trials nothing is ended. */
  private static final double YOUNG = 0.1;

  private final EarlyStop numbers;
  private final Supplier<CurveForecaster> source;
  private @Nullable CurveForecaster forecaster; // made when it is first needed

  ForecastRule(EarlyStop numbers, Supplier<CurveForecaster> source) {
    this.numbers = numbers;
    this.source = source;
  }

  @Override
  public Optional<End> end(Field field) {
    int step = field.own().curve().lastStep();
    if (step < numbers.first() || field.complete().size() < numbers.after()) {
      return Optional.empty();
    }
    CurveForecaster.Forecast forecast = forecaster().of(field);
    double best = field.best();
    double chance = forecast.chanceBelow(best);
    double age = forecast.task().age();
    if (chance >= numbers.chance() || age < YOUNG || age >= 1) {
      return Optional.empty();
    }
    String reason =
        String.format(
            Locale.ROOT,
            "a chance of %.2g %% to become the best, seen at step %d",
            100 * chance,
            step);
    return Optional.of(new End(Math.max(best, forecast.quantile(0.5)), reason));
  }

  private synchronized CurveForecaster forecaster() {
    if (forecaster == null) {
      forecaster = source.get();
    }
    return forecaster;
  }

  @Override
  public synchronized void close() {
    if (forecaster != null) {
      forecaster.close();
    }
  }
}
