package dev.leadline.lab.problem;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A problem with one value at every point, whose minimum is known. */
public interface Objective extends Problem {

  /** The value of the test function, without skew and noise: what regret is counted in. */
  double value(double[] point);

  @Override
  default Outcome evaluate(double[] point, int evaluation) {
    return Outcome.of(observe(point, evaluation));
  }

  @Override
  default double regret(double[] point) {
    return Math.max(0, value(point) - minimum());
  }

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

  /** What bends the values before they are seen, if anything does. */
  default Optional<Skew> skew() {
    return Optional.empty();
  }

  /** The indices of the parameters that the function gets, in its order; all of them for most. */
  default List<Integer> used() {
    return IntStream.range(0, inputs().size()).boxed().toList();
  }

  /** By how much each input of the function is moved in the unit cube; zeros for most. */
  default List<Double> shift() {
    return Collections.nCopies(used().size(), 0.0);
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
