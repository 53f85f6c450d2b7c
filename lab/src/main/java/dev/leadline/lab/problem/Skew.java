package dev.leadline.lab.problem;

/**
 * A strictly increasing map of values that gives them a heavy upper tail. Immutable and
 * thread-safe.
 *
 * @param mean the mean of the function over the cube
 * @param deviation its standard deviation over the cube
 */
public record Skew(double mean, double deviation) {

  /* With z = 2·(v − mean)/deviation: 1 + z below the mean, e^z above it. Normal values become log-normal on the upper side,
   * where one draw in a thousand lies some hundred deviations of the lower half above the mean. Below the mean the map is
   * straight, so that a minimum many deviations away (Ackley's in 10-D: 60) does not vanish in rounding. The map and its
   * slope are continuous. */

  private static final double STRENGTH = 2;

  public Skew {
    if (!(deviation > 0)) {
      throw new IllegalArgumentException("expected a deviation above 0 but was " + deviation);
    }
  }

  public double apply(double value) {
    double z = STRENGTH * (value - mean) / deviation;
    return z < 0 ? 1 + z : Math.exp(z);
  }
}
