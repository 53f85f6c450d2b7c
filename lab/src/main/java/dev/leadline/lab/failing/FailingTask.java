package dev.leadline.lab.failing;

import dev.leadline.acquisition.Hypervolume;
import dev.leadline.space.ChoiceParameter;
import dev.leadline.space.Configuration;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A function of one or two goals, to be minimised, some of whose evaluations fail. Immutable and
 * thread-safe.
 *
 * @param values of the inputs, an option of a choice being its place
 * @param fails where evaluations always fail
 * @param unlucky the share of the others that fail, too, wherever they are
 * @param noise the standard deviation of what is told, relative to the value
 * @param ideal the best value of each goal; with two goals a corner of the box that is measured
 * @param reference the corner across, with two goals
 */
record FailingTask(
    String name,
    Space space,
    Function<double[], double[]> values,
    Predicate<double[]> fails,
    double unlucky,
    double noise,
    List<Double> ideal,
    List<Double> reference) {

  FailingTask {
    ideal = List.copyOf(ideal);
    reference = List.copyOf(reference);
  }

  int goals() {
    return ideal.size();
  }

  double[] inputs(Configuration configuration) {
    return space.parameters().stream()
        .mapToDouble(parameter -> input(parameter, configuration))
        .toArray();
  }

  private static double input(Parameter parameter, Configuration configuration) {
    if (parameter instanceof IntegerParameter) {
      return configuration.integer(parameter.name());
    }
    return parameter instanceof ChoiceParameter choice
        ? choice.options().indexOf(configuration.choice(parameter.name()))
        : configuration.real(parameter.name());
  }

  /** What some values reach: the lowest, or the share of the box; null if there is none. */
  @Nullable Double reached(List<double[]> found) {
    if (goals() == 1) {
      return found.isEmpty()
          ? null
          : (Double) found.stream().mapToDouble(values -> values[0]).min().getAsDouble();
    }
    double box =
        IntStream.range(0, goals())
            .mapToDouble(k -> reference.get(k) - ideal.get(k))
            .reduce(1, (a, b) -> a * b);
    double[] beyond = reference.stream().mapToDouble(Double::doubleValue).toArray();
    return Hypervolume.of(found.toArray(double[][]::new), beyond) / box;
  }
}
