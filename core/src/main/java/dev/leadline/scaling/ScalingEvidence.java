package dev.leadline.scaling;

/** Says which scaling of values a model explains best. Implementations are thread-safe. */
@FunctionalInterface
public interface ScalingEvidence {

  /**
   * How well each of some alternatives for the values at the same points is explained: the log
   * evidence up to a common constant.
   *
   * @param points at least one
   * @param alternatives values on the model's scale, one for each point
   */
  double[] of(double[][] points, double[][] alternatives);
}
