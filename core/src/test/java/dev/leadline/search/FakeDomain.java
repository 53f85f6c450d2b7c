package dev.leadline.search;

import dev.leadline.space.Coordinate;
import dev.leadline.space.Coordinate.Kind;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A domain made of functions. */
record FakeDomain(
    List<Coordinate> coordinates, UnaryOperator<double[]> snapping, Predicate<double[]> allowing)
    implements Domain {

  /** So many parameters of one coordinate each. */
  static List<Coordinate> each(Kind kind, int count) {
    return IntStream.range(0, count).mapToObj(i -> new Coordinate(kind, i)).toList();
  }

  /** All of the cube. */
  static FakeDomain cube(int dimensions) {
    return new FakeDomain(each(Kind.REAL, dimensions), double[]::clone, point -> true);
  }

  /** A grid of so many steps along each axis. */
  static FakeDomain grid(int dimensions, int steps) {
    return new FakeDomain(
        each(steps == 1 ? Kind.SWITCH : Kind.GRID, dimensions),
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
        Collections.nCopies(options, new Coordinate(Kind.OPTION, 0)),
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
    return new FakeDomain(coordinates, snapping, predicate);
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
