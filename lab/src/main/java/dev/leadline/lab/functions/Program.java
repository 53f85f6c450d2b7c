package dev.leadline.lab.functions;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.storage.problem.InlineParameter;

/**
 * Something to be tuned whose settings have units and kinds of their own. Implementations are
 * immutable and thread-safe.
 */
public interface Program {

  /** The space of parameters, each in the form of {@link InlineParameter}. */
  static Space space(String parameters) {
    SpaceBuilder space = Space.builder();
    for (String parameter : parameters.split(" ", -1)) {
      space.parameter(InlineParameter.parse(parameter));
    }
    return space.build();
  }

  /** A space of so many real parameters x0, x1, … in [0, 1]. */
  static Space cube(int dimensions) {
    SpaceBuilder space = Space.builder();
    for (int i = 0; i < dimensions; i++) {
      space.real("x" + i, 0, 1);
    }
    return space.build();
  }

  Space space();

  /** The lowest value that is known. */
  double minimum();

  /** A configuration as one number per parameter: itself, or the index of an option or flag. */
  double[] numbers(Configuration configuration);

  /** The value for one number per parameter. */
  double value(double[] numbers);
}
