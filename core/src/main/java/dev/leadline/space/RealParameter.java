package dev.leadline.space;

import java.util.OptionalLong;

/** A real number between two bounds, both included. Immutable and thread-safe. */
public record RealParameter(String name, double low, double high, Scale scale)
    implements Parameter {

  /** Points of the cube that are nearer to each other are one; see {@link PointSet#nearby}. */
  private static final double FINE = 1e-9;

  public RealParameter {
    Names.check(name);
    if (!Double.isFinite(low) || !Double.isFinite(high)) {
      throw new IllegalArgumentException(
          "expected finite bounds for '%s' but got [%s, %s]".formatted(name, low, high));
    }
    if (!Double.isFinite(high - low)) {
      throw new IllegalArgumentException(
          "expected bounds for '%s' at most %s apart but got [%s, %s]; narrow them"
              .formatted(name, Double.MAX_VALUE, low, high));
    }
    if (low >= high) {
      throw new IllegalArgumentException(
          "expected the lower bound of '%s' below the upper one but got [%s, %s]; %s"
              .formatted(
                  name, low, high, low > high ? "swap them" : "a constant needs no parameter"));
    }
    if (scale == Scale.LOG && low <= 0) {
      throw new IllegalArgumentException(
          "expected positive bounds for '%s' on a log scale but got [%s, %s]; raise the lower bound or use a linear scale"
              .formatted(name, low, high));
    }
    low += 0.0; // -0.0 and 0.0 are one bound
    high += 0.0;
  }

  @Override
  public Coordinate.Kind kind() {
    return Coordinate.Kind.REAL;
  }

  @Override
  public OptionalLong cardinality() {
    return OptionalLong.empty();
  }

  @Override
  public Value value(long index) {
    throw new UnsupportedOperationException("the values of '%s' are not countable".formatted(name));
  }

  @Override
  public Value.Real conform(Value value) {
    double number;
    if (value instanceof Value.Real real) {
      number = real.number();
    } else if (value instanceof Value.Whole whole) {
      number = whole.number();
    } else {
      throw Names.misfit(name, "a number", value);
    }
    if (number < low || number > high) {
      throw Names.misfit(name, "a number in [%s, %s]".formatted(low, high), value);
    }
    return new Value.Real(number);
  }

  @Override
  public Value.Real parse(String text) {
    double number;
    try {
      number = Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw Names.misfit(name, "a number", text);
    }
    if (!Double.isFinite(number)) {
      throw Names.misfit(name, "a finite number", text);
    }
    return conform(new Value.Real(number));
  }

  @Override
  public void encode(Value value, double[] point, int offset) {
    point[offset] = scale.share(conform(value).number(), low, high);
  }

  @Override
  public Value.Real decode(double[] point, int offset) {
    return new Value.Real(scale.at(point[offset], low, high));
  }

  @Override
  public void snap(double[] point, int offset) {
    double share = Math.min(1, Math.max(0, point[offset]));
    point[offset] = isCoarse() ? scale.share(scale.at(share, low, high), low, high) : share;
  }

  /**
   * Whether numbers between the bounds are so few that many points stand for the same one: all of
   * them, or on a log scale the smallest there are.
   */
  private boolean isCoarse() {
    return (high - low) * FINE < Math.ulp(Math.max(Math.abs(low), Math.abs(high)))
        || (scale == Scale.LOG && low * FINE < Math.ulp(low));
  }
}
