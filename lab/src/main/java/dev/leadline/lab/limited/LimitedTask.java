package dev.leadline.lab.limited;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A function to be minimised whose further outputs must not be positive. Immutable and thread-safe.
 *
 * @param lower the lowest value of each input
 * @param upper the highest
 * @param value what is minimised
 * @param excesses what must not be above 0
 * @param known the lowest value that is known to keep all limits
 */
record LimitedTask(
    String name,
    List<Double> lower,
    List<Double> upper,
    ToDoubleFunction<double[]> value,
    List<ToDoubleFunction<double[]>> excesses,
    double known) {

  LimitedTask {
    lower = List.copyOf(lower);
    upper = List.copyOf(upper);
    excesses = List.copyOf(excesses);
  }

  int dimensions() {
    return lower.size();
  }

  /** The inputs x0, x1, … in the units of the task. */
  Space space() {
    SpaceBuilder space = Space.builder();
    for (int i = 0; i < dimensions(); i++) {
      space.real("x" + i, lower.get(i), upper.get(i));
    }
    return space.build();
  }

  /** c0 <= 0, c1 <= 0, … */
  List<Limit> limits() {
    return IntStream.range(0, excesses.size())
        .mapToObj(j -> new Limit("c" + j, Limit.Side.AT_MOST, 0))
        .toList();
  }

  double[] inputs(Configuration configuration) {
    return IntStream.range(0, dimensions()).mapToDouble(i -> configuration.real("x" + i)).toArray();
  }

  Measurements measurements(double[] x) {
    Measurements measured = Measurements.none();
    for (int j = 0; j < excesses.size(); j++) {
      measured = measured.with("c" + j, excesses.get(j).applyAsDouble(x));
    }
    return measured;
  }
}
