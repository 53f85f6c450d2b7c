package dev.leadline.acquisition;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A domain made of functions. */
record FakeDomain(int dimensions, UnaryOperator<double[]> snapping, Predicate<double[]> allowing)
    implements Domain {

  /** All of the cube. */
  static FakeDomain cube(int dimensions) {
    return new FakeDomain(dimensions, double[]::clone, point -> true);
  }

  /** A grid of so many steps along each axis. */
  static FakeDomain grid(int dimensions, int steps) {
    return new FakeDomain(
        dimensions,
        point -> {
          double[] snapped = point.clone();
          for (int d = 0; d < snapped.length; d++) {
            snapped[d] = Math.rint(snapped[d] * steps) / steps;
          }
          return snapped;
        },
        point -> true);
  }

  /** One choice of so many options, one coordinate each: the largest wins. */
  static FakeDomain choice(int options) {
    return new FakeDomain(
        options,
        point -> {
          int largest = 0;
          for (int i = 1; i < options; i++) {
            largest = point[i] > point[largest] ? i : largest;
          }
          double[] snapped = new double[options];
          snapped[largest] = 1;
          return snapped;
        },
        point -> true);
  }

  FakeDomain allowing(Predicate<double[]> predicate) {
    return new FakeDomain(dimensions, snapping, predicate);
  }

  @Override
  public double[] snap(double[] point) {
    return snapping.apply(point);
  }

  @Override
  public boolean allows(double[] snapped) {
    return allowing.test(snapped);
  }
}
