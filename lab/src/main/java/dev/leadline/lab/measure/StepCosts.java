package dev.leadline.lab.measure;

/**
 * What the steps of a study cost, in seconds. Immutable and thread-safe.
 *
 * @param suggestion making one suggestion; only one is made at a time in a study
 * @param news learning of one trial that another worker finished, before a suggestion; nothing
 *     where one server makes all suggestions
 * @param claim adding the trial to the store, which has one writer
 * @param tell adding its result
 */
public record StepCosts(double suggestion, double news, double claim, double tell) {

  public StepCosts {
    if (!(suggestion >= 0 && news >= 0 && claim >= 0 && tell >= 0)) {
      throw new IllegalArgumentException(
          "expected costs of 0 or more but got %s, %s, %s and %s"
              .formatted(suggestion, news, claim, tell));
    }
  }

  /** The same with one server that makes all suggestions. */
  public StepCosts served() {
    return new StepCosts(suggestion, 0, claim, tell);
  }
}
