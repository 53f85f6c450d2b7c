package dev.leadline.lab.functions;

import dev.leadline.space.ChoiceParameter;
import dev.leadline.space.Configuration;
import dev.leadline.space.FlagParameter;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import java.util.function.ToDoubleFunction;

/**
 * A function with flat regions on a space of mixed parameters. Immutable and thread-safe.
 *
 * @param minimum the lowest value
 * @param formula the value for one number per parameter: itself, or the index of an option or flag
 */
public record FlatFunction(
    String name, Space space, double minimum, ToDoubleFunction<double[]> formula)
    implements Program {

  /**
   * A function of which the best place is known.
   *
   * @param best one number per parameter
   */
  static FlatFunction of(
      String name, Space space, double[] best, ToDoubleFunction<double[]> formula) {
    return new FlatFunction(name, space, formula.applyAsDouble(best), formula);
  }

  @Override
  public double[] numbers(Configuration configuration) {
    return numbers(space, configuration);
  }

  /** See {@link #numbers(Configuration)}. */
  public static double[] numbers(Space space, Configuration configuration) {
    return space.parameters().stream().mapToDouble(p -> number(p, configuration)).toArray();
  }

  private static double number(Parameter parameter, Configuration configuration) {
    String name = parameter.name();
    if (parameter instanceof IntegerParameter) {
      return configuration.integer(name);
    }
    if (parameter instanceof ChoiceParameter choice) {
      return choice.options().indexOf(configuration.choice(name));
    }
    return parameter instanceof FlagParameter
        ? configuration.flag(name) ? 1 : 0
        : configuration.real(name);
  }

  @Override
  public double value(double[] numbers) {
    return formula.applyAsDouble(numbers);
  }
}
