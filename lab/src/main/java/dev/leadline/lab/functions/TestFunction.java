package dev.leadline.lab.functions;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** A test function on a box, with its known minimum. Immutable and thread-safe. */
public final class TestFunction {

  /** How a function behaves at its minimum. */
  public enum Shape {
    /** The gradient exists and is zero. */
    SMOOTH,
    /** The gradient does not exist, or the minimum lies on the border of the box. */
    SHARP,
    /** The function is constant around its minimum. */
    FLAT
  }

  private final String name;
  private final double[] lower;
  private final double[] upper;
  private final double[] minimiser;
  private final double minimum;
  private final Shape shape;
  private final ToDoubleFunction<double[]> formula;

  TestFunction(
      String name,
      double[] lower,
      double[] upper,
      double[] minimiser,
      double minimum,
      Shape shape,
      ToDoubleFunction<double[]> formula) {
    this.name = name;
    this.lower = lower.clone();
    this.upper = upper.clone();
    this.minimiser = minimiser.clone();
    this.minimum = minimum;
    this.shape = shape;
    this.formula = formula;
  }

  /** A function on the cube [low, high]^d. */
  static TestFunction onCube(
      String name,
      double low,
      double high,
      double[] minimiser,
      double minimum,
      Shape shape,
      ToDoubleFunction<double[]> formula) {
    double[] lower = new double[minimiser.length];
    double[] upper = new double[minimiser.length];
    Arrays.fill(lower, low);
    Arrays.fill(upper, high);
    return new TestFunction(name, lower, upper, minimiser, minimum, shape, formula);
  }

  /** The name of the function, without its number of inputs. */
  public String name() {
    return name;
  }

  public int dimensions() {
    return lower.length;
  }

  public double[] lower() {
    return lower.clone();
  }

  public double[] upper() {
    return upper.clone();
  }

  /** One point at which the minimum is attained. */
  public double[] minimiser() {
    return minimiser.clone();
  }

  public double minimum() {
    return minimum;
  }

  public Shape shape() {
    return shape;
  }

  /** The value at a point given in the function's own units. */
  public double at(double[] point) {
    if (point.length != lower.length) {
      throw new IllegalArgumentException(
          "expected %d coordinates for %s but got %d".formatted(lower.length, name, point.length));
    }
    return formula.applyAsDouble(point);
  }

  /** The value at a point of the unit cube. */
  public double atUnit(double[] unit) {
    double[] point = new double[unit.length];
    for (int i = 0; i < unit.length; i++) {
      double value = lower[i] + unit[i] * (upper[i] - lower[i]);
      point[i] = Math.min(upper[i], Math.max(lower[i], value));
    }
    return at(point);
  }

  /** The minimiser in the coordinates of the unit cube. */
  public double[] unitMinimiser() {
    double[] unit = new double[minimiser.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (minimiser[i] - lower[i]) / (upper[i] - lower[i]);
    }
    return unit;
  }

  @Override
  public String toString() {
    return name + "-" + dimensions() + "d";
  }
}
