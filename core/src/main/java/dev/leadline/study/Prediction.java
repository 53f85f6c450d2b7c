package dev.leadline.study;

import dev.leadline.space.SignificantDigits;

/**
 * What a model believes of one configuration, in the user's units. Immutable and thread-safe.
 *
 * @param median half of the prediction lies on either side
 * @param low below this lies a tenth of the prediction
 * @param high above this lies a tenth of the prediction
 * @param chance the probability that it betters the best value so far
 * @param attraction what the next trial is chosen by, on a logarithmic scale without a unit: the
 *     larger the better
 */
public record Prediction(double median, double low, double high, double chance, double attraction) {

  public Prediction {
    if (!(low <= median && median <= high)) {
      throw new IllegalArgumentException(
          "expected a median between low and high but got %s, %s, %s".formatted(low, median, high));
    }
  }

  @Override
  public String toString() {
    return "%s (80 %% between %s and %s), chance of %.0f %% to better the best value"
        .formatted(
            SignificantDigits.text(median, high - low),
            SignificantDigits.text(low, high - low),
            SignificantDigits.text(high, high - low),
            100 * chance);
  }
}
