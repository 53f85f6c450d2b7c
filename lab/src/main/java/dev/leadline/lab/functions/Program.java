package dev.leadline.lab.functions;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;

/**
 * Something to be tuned whose settings have units and kinds of their own. Implementations are
 * immutable and thread-safe.
 */
public interface Program {

  Space space();

  /** The lowest value that is known. */
  double minimum();

  /** A configuration as one number per parameter: itself, or the index of an option or flag. */
  double[] numbers(Configuration configuration);

  /** The value for one number per parameter. */
  double value(double[] numbers);
}
