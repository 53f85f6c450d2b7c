package dev.leadline.scaling;

import dev.leadline.surrogate.Observations;

/** Says in which units it would like to see observations. Implementations are thread-safe. */
@FunctionalInterface
public interface InputScaling {

  /**
   * The units of the inputs in which it would measure distances, judged by some observations on its
   * own scale. All 1 where distances along all inputs count alike.
   */
  double[] inputUnits(Observations observations);

  /**
   * How well it explains each of some alternatives for the values at the same points: the log
   * evidence up to a common constant.
   *
   * @param points at least one
   * @param alternatives values on its own scale, one for each point
   * @return one number for each alternative, or none if it cannot tell
   */
  default double[] logEvidence(double[][] points, double[][] alternatives) {
    return new double[0];
  }
}
