package dev.leadline.study;

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
}
