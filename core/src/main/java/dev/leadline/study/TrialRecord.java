package dev.leadline.study;

import dev.leadline.early.Curve;
import dev.leadline.space.Configuration;
import java.util.Optional;

/**
 * What a study knows of one trial. Immutable and thread-safe.
 *
 * @param value the result in the user's units and direction, or the one to be expected of a stopped
 *     trial; NaN elsewhere
 * @param reason why the trial failed or was stopped; empty elsewhere
 * @param measurements what was measured besides the value; finite, none unless completed
 * @param curve what it reported as it went
 */
public record TrialRecord(
    int number,
    Configuration configuration,
    TrialState state,
    double value,
    String reason,
    Measurements measurements,
    Curve curve) {

  public TrialRecord {
    if (number < 0) {
      throw new IllegalArgumentException("expected a trial number from 0 but got " + number);
    }
    boolean hasValue = state == TrialState.COMPLETED || state == TrialState.STOPPED;
    if (hasValue != Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "expected a finite value in a completed or stopped trial and NaN elsewhere but trial %d is %s with %s"
              .formatted(number, state, value));
    }
    if (measurements.unusable().isPresent()
        || (state != TrialState.COMPLETED && !measurements.isEmpty())) {
      throw new IllegalArgumentException(
          "expected finite measurements in a completed trial and none elsewhere but trial %d is %s with %s"
              .formatted(number, state, measurements.values()));
    }
  }

  public static TrialRecord running(int number, Configuration configuration) {
    return of(number, configuration, TrialState.RUNNING, Double.NaN, "");
  }

  public static TrialRecord completed(int number, Configuration configuration, double value) {
    return of(number, configuration, TrialState.COMPLETED, value, "");
  }

  public static TrialRecord completed(
      int number, Configuration configuration, double value, Measurements measurements) {
    return new TrialRecord(
        number, configuration, TrialState.COMPLETED, value, "", measurements, Curve.empty());
  }

  public static TrialRecord failed(int number, Configuration configuration, String reason) {
    return of(number, configuration, TrialState.FAILED, Double.NaN, reason);
  }

  /**
   * A trial that was ended early.
   *
   * @param expected the value at which it would have ended, as far as can be told
   */
  public static TrialRecord stopped(
      int number, Configuration configuration, double expected, String reason) {
    return of(number, configuration, TrialState.STOPPED, expected, reason);
  }

  private static TrialRecord of(
      int number, Configuration configuration, TrialState state, double value, String reason) {
    return new TrialRecord(
        number, configuration, state, value, reason, Measurements.none(), Curve.empty());
  }

  /** The same with what was reported. */
  public TrialRecord with(Curve reported) {
    return new TrialRecord(number, configuration, state, value, reason, measurements, reported);
  }

  /** The same with a configuration as its space writes it. */
  TrialRecord at(Configuration conforming) {
    return new TrialRecord(number, conforming, state, value, reason, measurements, curve);
  }

  /** The record with a result: completed by finite numbers, failed by NaN or an infinite one. */
  TrialRecord told(double value, Measurements further) {
    return unusable(value, further)
        .map(reason -> failed(number, configuration, reason))
        .orElseGet(() -> completed(number, configuration, value, further))
        .with(curve);
  }

  /** Why a result makes a trial a failed one, if it does: something in it is not finite. */
  public static Optional<String> unusable(double value, Measurements further) {
    return Double.isFinite(value) ? further.unusable() : Optional.of("the value was " + value);
  }
}
