package dev.leadline.suggest;

/**
 * A finished trial in the unit cube: its point and its value or failure. Immutable, thread-safe.
 */
public final class FinishedTrial {

  private final int trial;
  private final double[] point;
  private final double value;

  private FinishedTrial(int trial, double[] point, double value) {
    this.trial = trial;
    this.point = point.clone();
    this.value = value;
  }

  /** A trial with a finite value; small is good. */
  public static FinishedTrial completed(int trial, double[] point, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("expected a finite value but got " + value);
    }
    return new FinishedTrial(trial, point, value);
  }

  public static FinishedTrial failed(int trial, double[] point) {
    return new FinishedTrial(trial, point, Double.NaN);
  }

  /** The same outcome at another point. */
  FinishedTrial at(double[] place) {
    return new FinishedTrial(trial, place, value);
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

  /** The value, to be minimised; NaN if failed. */
  public double value() {
    return value;
  }
}
