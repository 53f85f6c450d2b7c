package dev.leadline.lab.problem;

import java.util.List;
import java.util.Optional;

/**
 * What came of a trial and what its study said of it. Immutable and thread-safe.
 *
 * @param outcome ended early where the study did so
 * @param forecast what was to be expected of the study before the trial
 * @param recommended what the study recommends after its last trial
 */
public record Told(Outcome outcome, Optional<Forecast> forecast, Optional<Choice> recommended) {

  /**
   * The stated chances that the next ten trials better the best value.
   *
   * @param range the way from where the study began to its best value
   */
  public record Forecast(double range, List<Chance> chances) {}

  /** The chance of an improvement by more than a share of the range. */
  public record Chance(double share, double chance) {}

  /**
   * A recommended point, with the interval that comes with its value.
   *
   * @param regret without noise
   * @param value without noise
   */
  public record Choice(double regret, double value, double low, double high) {

    /** Whether the interval holds the value. */
    public boolean isHeld() {
      return low <= value && value <= high;
    }
  }

  /** What came of a trial of which nothing is said. */
  public static Told of(Outcome outcome) {
    return new Told(outcome, Optional.empty(), Optional.empty());
  }
}
