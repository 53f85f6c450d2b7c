package dev.leadline.committee;

import dev.leadline.scaling.InputScaling;
import dev.leadline.surrogate.Observations;

/**
 * Says in which units a committee would like to see observations: the {@link InputUnits} of its
 * lengthscales, the {@link ValueEvidence} of its kernels. Immutable and thread-safe.
 */
public record CommitteeInputScaling(CommitteeConfig config) implements InputScaling {

  @Override
  public double[] inputUnits(Observations observations) {
    return new InputUnits(config).of(observations);
  }

  @Override
  public double[] logEvidence(double[][] points, double[][] alternatives) {
    return new ValueEvidence(config).of(points, alternatives);
  }
}
