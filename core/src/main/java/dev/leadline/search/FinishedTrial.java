package dev.leadline.search;

/**
 * A finished trial in the unit cube: its point and its value, the value to be expected of it, or
 * its failure. Immutable, thread-safe.
 */
public final class FinishedTrial {

  private final int trial;
  private final double[] point;
  private final double value;
  private final double deviation;
  private final boolean isExpected;

  private FinishedTrial(
      int trial, double[] point, double value, double deviation, boolean isExpected) {
    this.trial = trial;
    this.point = point.clone();
    this.value = value;
    this.deviation = deviation;
    this.isExpected = isExpected;
  }

  /** A trial with a finite value; small is good. */
  public static FinishedTrial completed(int trial, double[] point, double value) {
    return new FinishedTrial(trial, point, finite(value), 0, false);
  }

  /**
   * A trial that was ended early, with the finite value that is expected of it; small is good.
   *
   * @param deviation how far off that may be, a standard deviation of at least 0
   */
  public static FinishedTrial expected(int trial, double[] point, double value, double deviation) {
    return new FinishedTrial(trial, point, finite(value), finite(deviation), true);
  }

  private static double finite(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("expected a finite value but got " + value);
    }
    return value;
  }

  public static FinishedTrial failed(int trial, double[] point) {
    return new FinishedTrial(trial, point, Double.NaN, 0, false);
  }

  /** The same outcome at another point. */
  FinishedTrial at(double[] place) {
    return new FinishedTrial(trial, place, value, deviation, isExpected);
  }

  public int trial() {
    return trial;
  }

  public double[] point() {
    return point.clone();
  }

  public boolean failed() {
    return Double.isNaN(value);
  }

  /** Whether the value was not measured to the end. */
  public boolean isExpected() {
    return isExpected;
  }

  /** How far off the value may be, a standard deviation; 0 if it was measured. */
  public double deviation() {
    return deviation;
  }

  /** The value, to be minimised; NaN if failed. */
  public double value() {
    return value;
  }
}
