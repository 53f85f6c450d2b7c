package dev.leadline.study;

import dev.leadline.space.Configuration;
import java.util.Optional;

/**
 * What a study knows of one trial. Immutable and thread-safe.
 *
 * @param value the result in the user's units and direction; NaN unless completed
 * @param reason why the trial failed; empty unless failed
 * @param measurements what was measured besides the value; finite, none unless completed
 */
public record TrialRecord(
    int number,
    Configuration configuration,
    TrialState state,
    double value,
    String reason,
    Measurements measurements) {

  public TrialRecord {
    if (number < 0) {
      throw new IllegalArgumentException("expected a trial number from 0 but got " + number);
    }
    if ((state == TrialState.COMPLETED) != Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "expected a finite value in a completed trial and NaN elsewhere but trial %d is %s with %s"
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
    return new TrialRecord(
        number, configuration, TrialState.RUNNING, Double.NaN, "", Measurements.none());
  }

  public static TrialRecord completed(int number, Configuration configuration, double value) {
    return completed(number, configuration, value, Measurements.none());
  }

  public static TrialRecord completed(
      int number, Configuration configuration, double value, Measurements measurements) {
    return new TrialRecord(number, configuration, TrialState.COMPLETED, value, "", measurements);
  }

  public static TrialRecord failed(int number, Configuration configuration, String reason) {
    return new TrialRecord(
        number, configuration, TrialState.FAILED, Double.NaN, reason, Measurements.none());
  }

  /** The record with a result: completed by finite numbers, failed by NaN or an infinite one. */
  TrialRecord told(double value, Measurements further) {
    return unusable(value, further)
        .map(reason -> failed(number, configuration, reason))
        .orElseGet(() -> completed(number, configuration, value, further));
  }

  /** Why a result makes a trial a failed one, if it does: something in it is not finite. */
  public static Optional<String> unusable(double value, Measurements further) {
    return Double.isFinite(value) ? further.unusable() : Optional.of("the value was " + value);
  }
}
