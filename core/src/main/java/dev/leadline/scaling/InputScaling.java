package dev.leadline.scaling;

import dev.leadline.surrogate.Observations;

/** Says in which units inputs are to be measured. Implementations are thread-safe. */
@FunctionalInterface
public interface InputScaling {

  /** All inputs count alike. */
  InputScaling EQUAL = Observations::inputUnits;

  /**
   * One unit in (0, 1] for each input, by which its coordinates are multiplied before distances are
   * taken; a pure function of the observations.
   *
   * @param observations on a model's scale, with those of earlier studies on their own
   */
  double[] inputUnits(Observations observations);
}
