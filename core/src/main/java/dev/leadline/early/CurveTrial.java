package dev.leadline.early;

import java.util.OptionalDouble;

/**
 * How a trial went that reports: where it lies in the unit cube, its curve, and its end as far as
 * it is known. Immutable and thread-safe.
 */
public final class CurveTrial {

  private final double[] point;
  private final Curve curve;
  private final OptionalDouble end;
  private final double deviation;

  private CurveTrial(double[] point, Curve curve, OptionalDouble end, double deviation) {
    this.point = point.clone();
    this.curve = curve;
    this.end = end;
    this.deviation = deviation;
  }

  /**
   * One that ran to its end.
   *
   * @param curve with at least one report; small values are good
   */
  public static CurveTrial complete(double[] point, Curve curve) {
    return new CurveTrial(point, curve, OptionalDouble.of(curve.lastValue()), 0);
  }

  /**
   * One that was ended early.
   *
   * @param expected the value at which it would have ended, as far as could be told
   * @param deviation how far off that may be, a standard deviation
   */
  public static CurveTrial stopped(double[] point, Curve curve, double expected, double deviation) {
    return new CurveTrial(point, curve, OptionalDouble.of(expected), deviation);
  }

  /** One that goes on. */
  public static CurveTrial running(double[] point, Curve curve) {
    return new CurveTrial(point, curve, OptionalDouble.empty(), 0);
  }

  double[] point() {
    return point.clone();
  }

  Curve curve() {
    return curve;
  }

  /** The value at which it ended, or would have as far as could be told; empty while it runs. */
  OptionalDouble end() {
    return end;
  }

  /** How far off the end may be, a standard deviation; 0 if it was measured. */
  double deviation() {
    return deviation;
  }
}
