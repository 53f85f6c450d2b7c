package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;

/** The point a search found, and what the model expects there. Immutable and thread-safe. */
public final class Proposal {

  private final double[] point;
  private final double incumbent;
  private final Distribution distribution;

  Proposal(double[] point, double incumbent, Distribution distribution) {
    this.point = point.clone();
    this.incumbent = incumbent;
    this.distribution = distribution;
  }

  public double[] point() {
    return point.clone();
  }

  /** The value to better, in the units of the model. */
  public double incumbent() {
    return incumbent;
  }

  /** What the model expects at the point, in its own units. */
  public Distribution distribution() {
    return distribution;
  }

  /** The expected improvement in the units of the model. */
  public double expectedImprovement() {
    return distribution.expectedImprovement(incumbent);
  }

  /** The logarithm of the expected improvement in the units of the model. */
  public double logExpectedImprovement() {
    return distribution.logExpectedImprovement(incumbent);
  }

  /** The expected improvement in the units of the objective. */
  public double expectedImprovement(OutputScaling.Fitted scaling) {
    return scaling.expectedImprovement(distribution, incumbent);
  }
}
