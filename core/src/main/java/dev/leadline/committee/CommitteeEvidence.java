package dev.leadline.committee;

import dev.leadline.scaling.ScalingEvidence;
import java.util.Arrays;

/**
 * How well a committee explains alternatives for the values at the same points. Immutable and
 * thread-safe.
 */
public record CommitteeEvidence(CommitteeConfig config) implements ScalingEvidence {

  /* All kernels at one noise: what counts is whether the values are those of a smooth function or of a sum, and one factor per
  kernel serves all alternatives. */

  /** The largest log evidence among the members for each alternative. */
  @Override
  public double[] of(double[][] points, double[][] alternatives) {
    CommitteeConfig kernels = config.pilot();
    double[] equal = new double[points[0].length];
    Arrays.fill(equal, 1);
    Factorisation factorisation = Factorisation.empty(kernels, equal).at(points);
    return Arrays.stream(alternatives)
        .mapToDouble(values -> Evidence.weigh(kernels, factorisation, values).best())
        .toArray();
  }
}
