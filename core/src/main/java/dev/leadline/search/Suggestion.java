package dev.leadline.search;

import java.util.OptionalDouble;

/** The point a strategy picks. Immutable and thread-safe. */
public final class Suggestion {

  private final double[] point;
  private final OptionalDouble expectedImprovement;

  Suggestion(double[] point, OptionalDouble expectedImprovement) {
    this.point = point.clone();
    this.expectedImprovement = expectedImprovement;
  }

  /** A point picked without a model. */
  public static Suggestion of(double[] point) {
    return new Suggestion(point, OptionalDouble.empty());
  }

  /** A point and by how much it is expected to better the best value, in the user's units. */
  public static Suggestion of(double[] point, double expectedImprovement) {
    return new Suggestion(point, OptionalDouble.of(expectedImprovement));
  }

  public double[] point() {
    return point.clone();
  }

  public OptionalDouble expectedImprovement() {
    return expectedImprovement;
  }
}
