package dev.leadline.committee;

import java.util.Arrays;

/**
 * How well a committee explains alternatives for the values at the same points. Immutable and
 * thread-safe.
 */
final class ValueEvidence {

  /* All kernels at one noise: what counts is whether the values are those of a smooth function or of a sum, and one factor per
  kernel serves all alternatives. */

  private final CommitteeConfig kernels;

  public ValueEvidence(CommitteeConfig config) {
    kernels = config.pilot();
  }

  /**
   * The largest log evidence among the members for each alternative, up to a common constant.
   *
   * @param points at least one
   * @param alternatives values on the model's scale, one for each point
   */
  public double[] of(double[][] points, double[][] alternatives) {
    double[] equal = new double[points[0].length];
    Arrays.fill(equal, 1);
    Factorisation factorisation = Factorisation.empty(kernels, equal).at(points);
    return Arrays.stream(alternatives)
        .mapToDouble(values -> Evidence.weigh(kernels, factorisation, values).best())
        .toArray();
  }
}
