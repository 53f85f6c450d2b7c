package dev.leadline.lab.problem;

import dev.leadline.search.NoiseKind;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One instance of a task: a function on the unit cube, to be minimised, whose minimum is known.
 *
 * <p>Implementations are immutable and thread-safe: an observation is a function of the point and
 * of its place in the run, never of what was asked before.
 */
public interface Objective {

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

  /** A space of so many real parameters x0, x1, … in [0, 1]. */
  static Space cube(int dimensions) {
    SpaceBuilder space = Space.builder();
    for (int i = 0; i < dimensions; i++) {
      space.real("x" + i, 0, 1);
    }
    return space.build();
  }

  /** The value of the test function, without skew and noise: what regret is counted in. */
  double value(double[] point);

  /**
   * What an optimiser gets to see: the value, skewed where the task says so, with noise.
   *
   * @param evaluation the place of this evaluation in the run, which selects the noise
   */
  default double observe(double[] point, int evaluation) {
    double value = value(point);
    return skew().map(skew -> skew.apply(value)).orElse(value) + disturbance(evaluation);
  }

  /** The noise that comes on top of this evaluation of the run. */
  default double disturbance(int evaluation) {
    return 0;
  }

  /** Whether observing twice gives the same value. */
  NoiseKind noise();

  /** What bends the values before they are seen, if anything does. */
  default Optional<Skew> skew() {
    return Optional.empty();
  }

  /** The indices of the parameters that the function gets, in its order; all of them for most. */
  default int[] used() {
    return IntStream.range(0, inputs().size()).toArray();
  }

  /** By how much each input of the function is moved in the unit cube; zeros for most. */
  default double[] shift() {
    return new double[used().length];
  }

  /** The parameters behind the coordinates. */
  default List<Input> inputs() {
    return Input.reals(dimensions());
  }

  /** A point as one number per parameter: a real value, or the index of a discrete one. */
  default double[] parameters(double[] point) {
    return point.clone();
  }

  /** The smallest value. */
  double minimum();
}
