package dev.leadline.study;

import dev.leadline.early.Curve;
import dev.leadline.space.Configuration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One evaluation of the function: the configuration to try, and what is known of it so far.
 * Immutable and thread-safe.
 *
 * @param number from 0, in the order in which the study handed trials out or took observations
 * @param value the result in the user's units and direction, or the one to be expected of a stopped
 *     trial; NaN elsewhere
 * @param reason why the trial failed or was stopped; empty elsewhere
 * @param measurements what was measured besides the value; finite, none unless completed
 * @param curve what it reported as it went
 * @param expectedImprovement by how much the model expected this trial to better the best value
 *     before it, in the user's units, without the lowest hundredth of its prediction; empty where
 *     no model was asked
 * @param pending the earlier trials that had no result when this one was suggested: with the seed,
 *     the number and the results of all others that is what a suggestion depends on
 */
public record Trial(
    int number,
    Configuration configuration,
    TrialState state,
    double value,
    String reason,
    Measurements measurements,
    Curve curve,
    OptionalDouble expectedImprovement,
    List<Integer> pending) {

  public Trial {
    if (number < 0) {
      throw new IllegalArgumentException("expected a trial number from 0 but got " + number);
    }
    value += 0.0; // -0.0 and 0.0 are one value
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
    pending = List.copyOf(pending);
  }

  /** A trial that runs and has not reported yet. */
  public static Trial running(int number, Configuration configuration) {
    return suggested(number, configuration, OptionalDouble.empty(), List.of());
  }

  /** A trial as a strategy suggests it. */
  static Trial suggested(
      int number,
      Configuration configuration,
      OptionalDouble expectedImprovement,
      List<Integer> pending) {
    return new Trial(
        number,
        configuration,
        TrialState.RUNNING,
        Double.NaN,
        "",
        Measurements.none(),
        Curve.empty(),
        expectedImprovement,
        pending);
  }

  public static Trial completed(int number, Configuration configuration, double value) {
    return completed(number, configuration, value, Measurements.none());
  }

  public static Trial completed(
      int number, Configuration configuration, double value, Measurements measurements) {
    return running(number, configuration).with(TrialState.COMPLETED, value, "", measurements);
  }

  public static Trial failed(int number, Configuration configuration, String reason) {
    return running(number, configuration).failed(reason);
  }

  /**
   * A trial that was ended early.
   *
   * @param expected the value at which it would have ended, as far as can be told
   */
  public static Trial stopped(
      int number, Configuration configuration, double expected, String reason) {
    return running(number, configuration).stopped(expected, reason);
  }

  /** The same with what was reported. */
  public Trial with(Curve reported) {
    return new Trial(
        number,
        configuration,
        state,
        value,
        reason,
        measurements,
        reported,
        expectedImprovement,
        pending);
  }

  /** The same with a configuration as its space writes it. */
  public Trial at(Configuration conforming) {
    return new Trial(
        number,
        conforming,
        state,
        value,
        reason,
        measurements,
        curve,
        expectedImprovement,
        pending);
  }

  /** The trial before its evaluation: without a result and without reports. */
  public Trial reopened() {
    return suggested(number, configuration, expectedImprovement, pending);
  }

  /** The trial with a result: completed by finite numbers, failed by NaN or an infinite one. */
  public Trial told(double result, Measurements further) {
    return unusable(result, further)
        .map(this::failed)
        .orElseGet(() -> with(TrialState.COMPLETED, result, "", further));
  }

  /** The trial without a value. */
  public Trial failed(String why) {
    return with(TrialState.FAILED, Double.NaN, why, Measurements.none());
  }

  /** The trial, ended early; see {@link #stopped(int, Configuration, double, String)}. */
  public Trial stopped(double expected, String why) {
    return with(TrialState.STOPPED, expected, why, Measurements.none());
  }

  private Trial with(
      TrialState newState, double newValue, String newReason, Measurements newMeasurements) {
    return new Trial(
        number,
        configuration,
        newState,
        newValue,
        newReason,
        newMeasurements,
        curve,
        expectedImprovement,
        pending);
  }

  /** For people, on one line: number, configuration, result. */
  @Override
  public String toString() {
    String result =
        switch (state) {
          case RUNNING -> "running";
          case COMPLETED -> value + (measurements.isEmpty() ? "" : " " + measurements.values());
          case FAILED -> "failed, " + reason;
          case STOPPED -> "stopped at %s, %s".formatted(value, reason);
        };
    return "trial %d (%s): %s".formatted(number, configuration, result);
  }

  /** Why a result makes a trial a failed one, if it does: something in it is not finite. */
  public static Optional<String> unusable(double value, Measurements further) {
    return Double.isFinite(value) ? further.unusable() : Optional.of("the value was " + value);
  }
}
