package dev.leadline.bench.task;

import dev.leadline.study.NoiseKind;
import java.util.List;

/**
 * One instance of a task: a function on the unit cube, to be minimised, whose minimum is known.
 *
 * <p>Implementations are immutable and thread-safe: an observation is a function of the point and
 * of its place in the run, never of what was asked before.
 */
public interface Objective {

  /** The number of inputs, D. */
  int dimensions();

  /** The nearest point that can be evaluated. */
  double[] snap(double[] point);

  /** The noise-free value. */
  double value(double[] point);

  /**
   * What an optimiser gets to see.
   *
   * @param evaluation the place of this evaluation in the run, which selects the noise
   */
  double observe(double[] point, int evaluation);

  /** Whether observing twice gives the same value. */
  NoiseKind noise();

  /** By how much the function is moved in the unit cube; zeros for most. */
  default double[] shift() {
    return new double[dimensions()];
  }

  /** The parameters behind the coordinates. */
  default List<Input> inputs() {
    return Input.reals(dimensions());
  }

  /** A point as one number per parameter: a real value, or the index of a discrete one. */
  default double[] parameters(double[] point) {
    return point.clone();
  }

  /** The smallest noise-free value. */
  double minimum();
}
