package dev.leadline.curve;

import java.util.OptionalDouble;

/**
 * How a trial went that reports: where it lies in the unit cube, its curve, and its end as far as
 * it is known. Immutable and thread-safe.
 */
public final class Course {

  private final double[] point;
  private final Curve curve;
  private final OptionalDouble end;

  private Course(double[] point, Curve curve, OptionalDouble end) {
    this.point = point.clone();
    this.curve = curve;
    this.end = end;
  }

  /**
   * One that ran to its end.
   *
   * @param curve with at least one report; small values are good
   */
  public static Course complete(double[] point, Curve curve) {
    return new Course(point, curve, OptionalDouble.of(curve.lastValue()));
  }

  /**
   * One that was ended early.
   *
   * @param expected the value at which it would have ended, as far as could be told
   */
  public static Course stopped(double[] point, Curve curve, double expected) {
    return new Course(point, curve, OptionalDouble.of(expected));
  }

  /** One that goes on. */
  public static Course running(double[] point, Curve curve) {
    return new Course(point, curve, OptionalDouble.empty());
  }

  /** The same when it had come to a step. */
  Course until(double step) {
    return running(point, curve.until(step));
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
}
