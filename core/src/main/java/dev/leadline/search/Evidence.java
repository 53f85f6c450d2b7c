package dev.leadline.search;

import java.util.List;
import java.util.Optional;

/**
 * All that a suggestion rests on. Immutable and thread-safe.
 *
 * @param trials with their values, of several goals those of the first, and what is known of limits
 * @param goals the same trials with the values of each goal; empty where there is one goal
 * @param reference what a point has to better in every goal to count, small values being good;
 *     inferred from the trials if empty
 */
public record Evidence(LimitedHistory trials, List<History> goals, Optional<double[]> reference) {

  public Evidence {
    goals = List.copyOf(goals);
  }

  /** One goal without limits. */
  public static Evidence of(History history) {
    LimitedHistory trials = LimitedHistory.of(history, 0, trial -> new double[0]);
    return new Evidence(trials, List.of(), Optional.empty());
  }

  /** The trials by the value that the first points are to find. */
  History first() {
    return goals.isEmpty() ? trials.history() : goals.get(0);
  }
}
