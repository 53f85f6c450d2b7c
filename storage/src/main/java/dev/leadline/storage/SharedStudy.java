package dev.leadline.storage;

import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.AskTell;
import dev.leadline.study.Measurements;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A study as a worker sees it that evaluates trials beside others. Thread-safe.
 *
 * <p>Every method may throw a {@link StorageException}; if that is {@linkplain
 * StorageException#isUnreachable unreachable}, the same call makes sense later.
 */
public interface SharedStudy extends AskTell {

  /** Where the study is, as messages name it. */
  String name();

  /** What is searched for, and where. */
  Problem problem();

  /** What tells this worker from every other one. */
  String token();

  /**
   * Hands out a trial to be evaluated by this worker: one that waits to be tried again, else a new
   * one.
   *
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   * @throws NoTrialLeftException if the budget is used up, one of the rules by which it stops
   *     holds, or the study is paused or has ended
   */
  @Override
  Trial ask();

  /**
   * Takes the value of a trial and what else was measured; NaN or an infinite number makes it a
   * failed one.
   *
   * @throws RefusedException if there is no such trial, it has its result already, or a metric of
   *     the problem is missing
   */
  @Override
  void tell(int trial, double value, Measurements further);

  /**
   * Takes the reason why a trial has no value.
   *
   * @throws RefusedException if there is no such trial or it has its result already
   */
  @Override
  void fail(int trial, String reason);

  /**
   * Takes the value of a trial after one of its steps, and stops it if it will not become good.
   *
   * @throws RefusedException if there is no such trial, it has its result already, or the step is
   *     not later than the last one
   */
  @Override
  boolean report(int trial, int step, double value);

  /**
   * Adds a value that was measured outside the study, and what else was measured there; NaN or an
   * infinite number adds a failure.
   *
   * @return the number of the new trial
   * @throws RefusedException if the configuration is not of the space, or a metric of the problem
   *     is missing
   */
  @Override
  int observe(Configuration configuration, double value, Measurements further);

  /** Notes where the output of a trial lies, relative to the store. */
  void output(int trial, String directory);

  /** Learns what others did; an ask does so by itself. */
  void learn();

  /** All trials by number, as they were known last. */
  @Override
  List<Trial> trials();

  /** The trial of this number. */
  default Optional<Trial> trial(int number) {
    return trials().stream().filter(trial -> trial.number() == number).findFirst();
  }

  /**
   * The completed trial with the best value, the earliest of equals.
   *
   * @throws RuntimeException with a sentence if the study has several goals: it has a front instead
   */
  @Override
  Optional<Trial> best();

  /** The best trial so far where there is one goal; with several nothing is ahead of all others. */
  default Optional<Trial> leader() {
    return problem().several().isPresent() ? Optional.empty() : best();
  }

  /** What to name first where values are noisy and the best one is partly luck: else nothing. */
  default Optional<Recommendation> recommendation() {
    return Optional.empty();
  }

  /** What the values are compared with, if the study has tried it. */
  default Optional<Baseline> baseline() {
    return Baseline.of(problem(), trials());
  }

  /** See {@link StudyStore#onLost}. */
  void onLost(Consumer<Set<Integer>> listener);

  /** Hands back what this worker has not finished. */
  @Override
  void close();
}
