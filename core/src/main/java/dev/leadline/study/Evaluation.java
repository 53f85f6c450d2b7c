package dev.leadline.study;

/**
 * A finished trial in the unit cube: its point and its value or failure. Immutable, thread-safe.
 */
public final class Evaluation {

  private final int trial;
  private final double[] point;
  private final double value;

  private Evaluation(int trial, double[] point, double value) {
    this.trial = trial;
    this.point = point.clone();
    this.value = value;
  }

  /** A trial with a finite value; small is good. */
  public static Evaluation completed(int trial, double[] point, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("expected a finite value but got " + value);
    }
    return new Evaluation(trial, point, value);
  }

  public static Evaluation failed(int trial, double[] point) {
    return new Evaluation(trial, point, Double.NaN);
  }

  /** The same outcome at another point. */
  Evaluation at(double[] place) {
    return new Evaluation(trial, place, value);
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
