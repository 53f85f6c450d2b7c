package dev.leadline.surrogate;

/** Points of the unit cube with their observed values, to be minimised. Immutable, thread-safe. */
public final class Observations {

  private final int dimensions;
  private final double[][] points;
  private final double[] values;

  /**
   * @param dimensions D, at least 1 (known even when there are no points yet)
   * @param points one point of [0, 1]^D per row
   * @param values one finite value per point
   */
  public Observations(int dimensions, double[][] points, double[] values) {
    if (dimensions < 1) {
      throw new IllegalArgumentException("expected at least 1 dimension but was " + dimensions);
    }
    if (points.length != values.length) {
      throw new IllegalArgumentException(
          "expected one value per point but got %d points and %d values"
              .formatted(points.length, values.length));
    }
    this.dimensions = dimensions;
    this.points = new double[points.length][];
    for (int i = 0; i < points.length; i++) {
      if (points[i].length != dimensions) {
        throw new IllegalArgumentException(
            "expected %d coordinates but point %d has %d"
                .formatted(dimensions, i, points[i].length));
      }
      for (double coordinate : points[i]) {
        if (!(coordinate >= 0 && coordinate <= 1)) {
          throw new IllegalArgumentException(
              "expected coordinates in [0, 1] but point %d has %s".formatted(i, coordinate));
        }
      }
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "expected finite values but value %d is %s".formatted(i, values[i]));
      }
      this.points[i] = points[i].clone();
    }
    this.values = values.clone();
  }

  /** The number of observations, N. */
  public int size() {
    return values.length;
  }

  /** The number of inputs, D. */
  public int dimensions() {
    return dimensions;
  }

  public double[] point(int index) {
    return points[index].clone();
  }

  public double value(int index) {
    return values[index];
  }

  /** All points, one per row. */
  public double[][] points() {
    double[][] copy = new double[points.length][];
    for (int i = 0; i < points.length; i++) {
      copy[i] = points[i].clone();
    }
    return copy;
  }

  public double[] values() {
    return values.clone();
  }
}
