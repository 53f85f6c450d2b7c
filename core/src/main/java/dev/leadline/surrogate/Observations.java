package dev.leadline.surrogate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Points of the unit cube with their observed values, to be minimised, how far off each value may
 * be, points whose values are awaited, the units in which distances along each input are to be
 * measured, and what earlier studies saw. Immutable, thread-safe.
 */
public final class Observations {

  private final int dimensions;
  private final double[][] points;
  private final double[] values;
  private final double[] deviations;
  private final double[] inputUnits;
  private final double[][] awaited;
  private final List<Observations> related;

  /**
   * Observations whose inputs are all measured alike.
   *
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
      this.points[i] = checked(points[i], i, dimensions);
    }
    this.values = checked(values);
    this.deviations = new double[values.length];
    this.inputUnits = new double[dimensions];
    Arrays.fill(inputUnits, 1);
    this.awaited = new double[0][];
    this.related = List.of();
  }

  private Observations(
      double[] inputUnits,
      double[][] checkedPoints,
      double[] checkedValues,
      double[] checkedDeviations,
      double[][] checkedAwaited,
      List<Observations> related) {
    this.dimensions = inputUnits.length;
    this.points = checkedPoints;
    this.values = checkedValues;
    this.deviations = checkedDeviations;
    this.inputUnits = inputUnits;
    this.awaited = checkedAwaited;
    this.related = related;
  }

  /**
   * The same with other points whose values are awaited: a surrogate is to be as sure there as it
   * will be, and to expect what it expects now.
   *
   * @param pending one point of [0, 1]^D per row
   */
  public Observations awaiting(double[][] pending) {
    double[][] checked = new double[pending.length][];
    for (int i = 0; i < pending.length; i++) {
      checked[i] = checked(pending[i], i, dimensions);
    }
    return new Observations(inputUnits, points, values, deviations, checked, related);
  }

  /**
   * The same with what earlier studies of the same inputs saw, each in units of its own: as far as
   * one turns out to be alike, a surrogate may learn from it.
   */
  public Observations relatedTo(List<Observations> earlier) {
    for (Observations one : earlier) {
      if (one.dimensions != dimensions) {
        throw new IllegalArgumentException(
            "expected earlier studies of %d dimensions but got one of %d"
                .formatted(dimensions, one.dimensions));
      }
    }
    return new Observations(inputUnits, points, values, deviations, awaited, List.copyOf(earlier));
  }

  /** What earlier studies saw, none unless given. */
  public List<Observations> related() {
    return related;
  }

  /** The points whose values are awaited, one per row. */
  public double[][] awaited() {
    return copy(awaited);
  }

  /**
   * The same with values that are less sure than what is measured.
   *
   * @param others the standard deviation of each value, in its units, beyond what makes all values
   *     differ when they are measured again; 0 for a value that was measured
   */
  public Observations withDeviations(double[] others) {
    if (others.length != values.length) {
      throw new IllegalArgumentException(
          "expected %d deviations but got %d".formatted(values.length, others.length));
    }
    for (double deviation : others) {
      if (!(deviation >= 0 && deviation < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "expected finite deviations of at least 0 but got " + deviation);
      }
    }
    return new Observations(inputUnits, points, values, others.clone(), awaited, related);
  }

  /** The standard deviation of each value beyond that of what is measured; 0 unless given. */
  public double[] deviations() {
    return deviations.clone();
  }

  /** These and one more that was measured, in the same units. */
  public Observations with(double[] point, double value) {
    int last = values.length;
    double[][] morePoints = Arrays.copyOf(points, last + 1);
    morePoints[last] = checked(point, last, dimensions);
    double[] moreValues = Arrays.copyOf(values, last + 1);
    moreValues[last] = checked(value, last);
    return new Observations(
        inputUnits, morePoints, moreValues, Arrays.copyOf(deviations, last + 1), awaited, related);
  }

  /** Other values at the same points, as if they were measured, in the same units. */
  public Observations withValues(double[] others) {
    if (others.length != values.length) {
      throw new IllegalArgumentException(
          "expected %d values but got %d".formatted(values.length, others.length));
    }
    return new Observations(
        inputUnits, points, checked(others), new double[others.length], awaited, related);
  }

  /** The first of these, in the same units. */
  public Observations first(int count) {
    return new Observations(
        inputUnits,
        Arrays.copyOf(points, count),
        Arrays.copyOf(values, count),
        Arrays.copyOf(deviations, count),
        awaited,
        related);
  }

  /** At most so many of these, spread evenly over their order, in the same units. */
  public Observations evenly(int most) {
    if (size() <= most) {
      return this;
    }
    return at(IntStream.range(0, most).map(i -> evenPlace(i, most, size())).toArray());
  }

  /** Those at some places of the order, in the same units. */
  public Observations at(int[] places) {
    return new Observations(
        inputUnits,
        Arrays.stream(places).mapToObj(i -> points[i]).toArray(double[][]::new),
        Arrays.stream(places).mapToDouble(i -> values[i]).toArray(),
        Arrays.stream(places).mapToDouble(i -> deviations[i]).toArray(),
        awaited,
        related);
  }

  /** The place of the i-th of some that are spread evenly over the order of all. */
  public static int evenPlace(int i, int some, int all) {
    return (int) ((long) i * all / some);
  }

  /**
   * The same with other units of their inputs.
   *
   * @param units one factor in (0, 1] per input, by which its coordinates are multiplied before
   *     distances are taken
   */
  public Observations withInputUnits(double[] units) {
    if (units.length != dimensions) {
      throw new IllegalArgumentException(
          "expected one unit for each of %d inputs but got %d".formatted(dimensions, units.length));
    }
    for (double unit : units) {
      if (!(unit > 0 && unit <= 1)) {
        throw new IllegalArgumentException("expected units in (0, 1] but got " + unit);
      }
    }
    return new Observations(units.clone(), points, values, deviations, awaited, related);
  }

  /** The units of the inputs, each in (0, 1], all 1 unless given. */
  public double[] inputUnits() {
    return inputUnits.clone();
  }

  private static double[] checked(double[] point, int index, int dimensions) {
    if (point.length != dimensions) {
      throw new IllegalArgumentException(
          "expected %d coordinates but point %d has %d".formatted(dimensions, index, point.length));
    }
    for (double coordinate : point) {
      if (!(coordinate >= 0 && coordinate <= 1)) {
        throw new IllegalArgumentException(
            "expected coordinates in [0, 1] but point %d has %s".formatted(index, coordinate));
      }
    }
    return point.clone();
  }

  private static double[] checked(double[] values) {
    for (int i = 0; i < values.length; i++) {
      checked(values[i], i);
    }
    return values.clone();
  }

  private static double checked(double value, int index) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "expected finite values but value %d is %s".formatted(index, value));
    }
    return value;
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

  /** One coordinate of a point. */
  public double coordinate(int index, int input) {
    return points[index][input];
  }

  public double value(int index) {
    return values[index];
  }

  /** All points, one per row. */
  public double[][] points() {
    return copy(points);
  }

  private static double[][] copy(double[][] rows) {
    return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
  }

  public double[] values() {
    return values.clone();
  }
}
