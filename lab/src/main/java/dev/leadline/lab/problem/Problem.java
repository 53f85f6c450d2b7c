package dev.leadline.lab.problem;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import java.util.List;
import java.util.Optional;

/**
 * What is optimised in one run: a task with one seed. Everything is to be small.
 *
 * <p>Implementations are immutable and thread-safe: what comes of an evaluation is a function of
 * the point and of its place in the run, never of what was asked before.
 */
public interface Problem {

  /** The parameters, as a user would declare them; points are in its unit cube. */
  Space space();

  /** The number of coordinates, D. */
  default int dimensions() {
    return space().dimensions();
  }

  /** The nearest point that can be evaluated. */
  default double[] snap(double[] point) {
    return space().snap(point);
  }

  /** Whether observing twice gives the same value. */
  default NoiseKind noise() {
    return NoiseKind.NONE;
  }

  /** The goals, if there are several. */
  default Optional<Goals> goals() {
    return Optional.empty();
  }

  /** What else is measured has to keep these. */
  default List<Limit> limits() {
    return List.of();
  }

  /** Other tasks of the same kind, from whose studies one of this could learn. */
  default List<Task> relatedTasks() {
    return List.of();
  }

  /**
   * Evaluates a point.
   *
   * @param evaluation the place of this evaluation in the run, which selects the noise
   */
  Outcome evaluate(double[] point, int evaluation);

  /** How far the value of a point is from the lowest, without noise; NaN with several goals. */
  double regret(double[] point);

  /** Measures a new run by the regret of the point that it would have to choose. */
  default Regret regret() {
    return new Regret() {
      private double lowest = Double.POSITIVE_INFINITY;
      private double regret = Double.POSITIVE_INFINITY;

      @Override
      public double after(double[] point, Outcome outcome) {
        boolean counts = outcome.isComplete() && limits().stream().allMatch(outcome::keeps);
        if (counts && outcome.value() < lowest) {
          lowest = outcome.value();
          regret = regret(point);
        }
        return regret;
      }
    };
  }

  /** The configuration under which a result is told where it is not the one that was asked. */
  default Optional<Configuration> filled(Configuration asked) {
    return Optional.empty();
  }

  /** How far one run still is from the best; not thread-safe. */
  @FunctionalInterface
  interface Regret {

    /** The regret after one more evaluation; infinite while nothing counts. */
    double after(double[] point, Outcome outcome);
  }
}
