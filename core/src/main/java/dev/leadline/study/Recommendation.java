package dev.leadline.study;

import dev.leadline.space.Configuration;
import dev.leadline.space.SignificantDigits;

/**
 * The evaluated configuration that the model holds for the best. Immutable and thread-safe.
 *
 * @param trial the number of a trial that evaluated it
 * @param median what the model expects of it, in the user's units
 * @param low below this lies a tenth of the model's prediction
 * @param high above this lies a tenth of the model's prediction
 */
public record Recommendation(
    int trial, Configuration configuration, double median, double low, double high) {

  static Recommendation of(
      Expectation expectation, Configuration configuration, Direction direction) {
    double first = direction.minimised(expectation.low());
    double last = direction.minimised(expectation.high());
    return new Recommendation(
        expectation.trial(),
        configuration,
        direction.minimised(expectation.median()),
        Math.min(first, last),
        Math.max(first, last));
  }

  /** A trial whose value is known for sure. */
  static Recommendation certain(Trial trial) {
    return new Recommendation(
        trial.number(), trial.configuration(), trial.value(), trial.value(), trial.value());
  }

  @Override
  public String toString() {
    return "trial %d (%s): %s (80 %% between %s and %s)"
        .formatted(
            trial,
            configuration,
            SignificantDigits.text(median, high - low),
            SignificantDigits.text(low, high - low),
            SignificantDigits.text(high, high - low));
  }
}
