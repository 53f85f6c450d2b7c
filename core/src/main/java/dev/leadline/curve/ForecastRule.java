package dev.leadline.curve;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a trial whose chance of becoming the best is small, as a forecaster sees it. Thread-safe.
 */
final class ForecastRule implements EarlyRule {

  /* What is saved by ending a trial is what is left of it, so the chance that is given up for it may be the smaller the older the
   * trial is. And a young curve says less about its end than the network believes: on recorded curves most of the winners that
   * were ended wrongly were ended in their first steps. So the chance that is allowed rises first and falls then. The network may
   * also be wrong about a whole program: then it would not have believed, at this age, how good the best trials became. Those
   * are asked first. */

  /** Before this share of the length of complete trials nothing is ended. */
  private static final double YOUNG = 0.06;

  /** From this share on a curve is believed as the network believes it. */
  private static final double RIPE = 0.4;

  /** So many of the best complete trials show whether the forecaster is to be believed. */
  private static final int WITNESSES = 6;

  /**
   * A trial must be so many times less likely the best than the least believed of them was good.
   */
  private static final double DOUBT = 0.3;

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
    if (age < YOUNG || age >= 1) {
      return Optional.empty();
    }
    CurveForecaster.Forecast forecast = forecaster().of(field);
    double best = field.best();
    double chance = forecast.chanceBelow(best);
    if (chance >= numbers.chance() * weight(age) || isDoubtful(chance, field)) {
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

  /** The part of the chance that may be given up at an age. */
  private static double weight(double age) {
    double trust = Math.min(1, age / RIPE);
    return trust * trust * (1 - age);
  }

  /**
   * Whether one of the best complete trials would have been given a chance hardly larger than this,
   * at this age and among the others, of ending as low as it did; a single one has no others.
   */
  private boolean isDoubtful(double chance, Field field) {
    return field.complete().size() > 1
        && field.best(WITNESSES).stream()
            .anyMatch(
                trial -> {
                  CurveForecaster.Forecast then = forecaster().of(field.asOf(trial));
                  return chance >= DOUBT * then.chanceBelow(trial.curve().lastValue());
                });
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
