package dev.leadline.study;

import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What every study can do, whether its trials are in memory, in a file or on a server. For programs
 * that do not care which; {@link Study} says what the calls mean.
 */
public interface AskTell extends AutoCloseable {

  /**
   * Hands out a trial to be evaluated.
   *
   * @throws NoTrialLeftException if there is none: the space is used up, or the budget
   */
  Trial ask();

  /** {@link #ask} on a thread of an executor, for programs that must not wait for a model. */
  default CompletableFuture<Trial> askAsync(Executor executor) {
    return CompletableFuture.supplyAsync(this::ask, executor);
  }

  /**
   * Evaluates a function at so many trials, some at the same time; {@link #best} knows the result.
   *
   * <p>What the function throws makes its trial a failed one. It ends earlier where the study hands
   * out no further trial, or where this thread is interrupted: then running trials have no result.
   *
   * @param parallelism how many threads; with one the function runs on this thread
   * @throws IllegalStateException if the first ten trials fail
   */
  default void optimize(ObjectiveFunction function, int trials, int parallelism) {
    optimize(function, trials, parallelism, new StudyListener() {});
  }

  /** The same; somebody hears of every result. */
  default void optimize(
      ObjectiveFunction function, int trials, int parallelism, StudyListener listener) {
    new Optimisation(this, function, trials, listener).run(parallelism);
  }

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
