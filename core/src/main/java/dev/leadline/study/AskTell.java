package dev.leadline.study;

import dev.leadline.space.Configuration;
import dev.leadline.space.SpaceExhaustedException;
import java.util.List;
import java.util.Optional;

/**
 * What every study can do, whether its trials are in memory, in a file or on a server. For programs
 * that do not care which; {@link Study} says what the calls mean.
 */
public interface AskTell extends AutoCloseable {

  /**
   * Hands out a trial to be evaluated.
   *
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   */
  Trial ask();

  /** Takes the value of a trial; NaN or an infinite value makes it a failed one. */
  default void tell(int trial, double value) {
    tell(trial, value, Measurements.none());
  }

  default void tell(Trial trial, double value) {
    tell(trial.number(), value);
  }

  /**
   * Takes the value of a trial and what else was measured; NaN or an infinite number makes it a
   * failed one.
   */
  void tell(int trial, double value, Measurements further);

  default void tell(Trial trial, double value, Measurements further) {
    tell(trial.number(), value, further);
  }

  /**
   * Takes the value of a trial after one of its steps.
   *
   * @param step from 1, later than the one before
   * @return whether the trial goes on; if not it is stopped, and nothing more need be told of it
   */
  boolean report(int trial, int step, double value);

  /** Takes the reason why a trial has no value. */
  void fail(int trial, String reason);

  default void fail(Trial trial, String reason) {
    fail(trial.number(), reason);
  }

  /**
   * Adds a value that was measured outside the study.
   *
   * @return the number of the new trial
   */
  default int observe(Configuration configuration, double value) {
    return observe(configuration, value, Measurements.none());
  }

  /**
   * Adds a value that was measured outside the study with what else was measured there.
   *
   * @return the number of the new trial
   */
  int observe(Configuration configuration, double value, Measurements further);

  /** The completed trial with the best value, the earliest of equals. */
  Optional<Trial> best();

  /** The evaluated configuration that the model holds for the best. */
  Optional<Recommendation> recommend();

  /** All trials by number, as they stand now. */
  List<Trial> trials();

  @Override
  void close();
}
