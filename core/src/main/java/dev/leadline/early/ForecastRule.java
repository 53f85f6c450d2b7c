package dev.leadline.early;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a trial whose chance of becoming the best is small, as a forecaster sees it. Thread-safe.
 */
final class ForecastRule implements EarlyRule {

  /* By ending a trial what is left of it is saved, and the chance that is given up for it shrinks with the square of that: of a
   * trial that is nearly done little can be saved, and most of those that still have a chance then are close to the best. A young
   * curve says less about its end than the network believes. So the chance that is allowed rises first and falls then. Every
   * look is one more occasion to be wrong, so there are only so many, however often a trial reports. */

  /** Before this share of the length of complete trials nothing is ended. */
  private static final double YOUNG = 0.06;

  /** From this share on a curve is believed as the network believes it. */
  private static final double FULL_AGE = 0.4;

  /** A trial is looked at so many times at most, evenly over its length. */
  private static final int LOOKS = 25;

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
    double age = field.age();
    if (age < YOUNG || age >= 1 || !isDue(field.own().curve(), age)) {
      return Optional.empty();
    }
    CurveForecaster.Forecast forecast = forecaster().of(field);
    double best = field.best();
    double chance = forecast.chanceBelow(best);
    if (chance >= numbers.chance() * weight(age)) {
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

  /** Whether the last report is the first one at or after a look is due. */
  private static boolean isDue(Curve own, double age) {
    double before = own.size() < 2 ? 0 : age * own.step(own.size() - 2) / own.lastStep();
    return Math.floor(LOOKS * age) > Math.floor(LOOKS * before);
  }

  /** The part of the chance that may be given up at an age. */
  private static double weight(double age) {
    double trust = Math.min(1, age / FULL_AGE);
    double left = 1 - age;
    return trust * trust * left * left;
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
