package dev.leadline.study;

import dev.leadline.space.Configuration;

/** What is optimised, as code: it gives the value of a configuration. */
@FunctionalInterface
public interface ObjectiveFunction {

  /**
   * Evaluates the function.
   *
   * @throws Exception if there is no value: the trial failed
   */
  double evaluate(Configuration configuration) throws Exception;
}
