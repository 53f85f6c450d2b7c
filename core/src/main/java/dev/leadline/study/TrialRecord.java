package dev.leadline.study;

import dev.leadline.space.Configuration;

/**
 * What a study knows of one trial. Immutable and thread-safe.
 *
 * @param value the result in the user's units and direction; NaN unless completed
 * @param reason why the trial failed; empty unless failed
 */
public record TrialRecord(
    int number, Configuration configuration, TrialState state, double value, String reason) {

  public TrialRecord {
    if (number < 0) {
      throw new IllegalArgumentException("expected a trial number from 0 but got " + number);
    }
    if ((state == TrialState.COMPLETED) != Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "expected a finite value in a completed trial and NaN elsewhere but trial %d is %s with %s"
              .formatted(number, state, value));
    }
  }

  public static TrialRecord running(int number, Configuration configuration) {
    return new TrialRecord(number, configuration, TrialState.RUNNING, Double.NaN, "");
  }

  public static TrialRecord completed(int number, Configuration configuration, double value) {
    return new TrialRecord(number, configuration, TrialState.COMPLETED, value, "");
  }

  public static TrialRecord failed(int number, Configuration configuration, String reason) {
    return new TrialRecord(number, configuration, TrialState.FAILED, Double.NaN, reason);
  }

  /** The record with a result: completed by a finite value, failed by NaN or an infinite one. */
  TrialRecord told(double value) {
    return Double.isFinite(value)
        ? completed(number, configuration, value)
        : failed(number, configuration, "the value was " + value);
  }
}
