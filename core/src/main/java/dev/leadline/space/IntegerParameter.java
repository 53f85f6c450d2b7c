package dev.leadline.space;

import java.util.OptionalLong;

/** A whole number between two bounds, both included. Immutable and thread-safe. */
public record IntegerParameter(String name, long low, long high, Scale scale) implements Parameter {

  /* The interval [low − ½, high + ½] is spread over [0, 1], so that each number owns a cell of the
  cube (of equal width on a linear scale) and is represented by its own place inside that cell.
  Up to 2^40 a number survives the way there and back on both scales. */

  private static final long LIMIT = 1L << 40;

  private static final long FINE = 1L << 30;

  public IntegerParameter {
    Names.check(name);
    if (low > high) {
      throw new IllegalArgumentException(
          "expected the lower bound of '%s' not above the upper one but got [%d, %d]; swap them"
              .formatted(name, low, high));
    }
    if (low < -LIMIT || high > LIMIT) {
      throw new IllegalArgumentException(
          "expected bounds of '%s' within ±2^40 but got [%d, %d]; narrow them or make it a real parameter"
              .formatted(name, low, high));
    }
    if (scale == Scale.LOG && low < 1) {
      throw new IllegalArgumentException(
          "expected positive bounds for '%s' on a log scale but got [%d, %d]; start at 1 or use a linear scale"
              .formatted(name, low, high));
    }
  }

  /** A grid of more than 2^30 steps is as good as no grid. */
  @Override
  public Coordinate.Kind kind() {
    return high - low < FINE ? Coordinate.Kind.GRID : Coordinate.Kind.REAL;
  }

  @Override
  public OptionalLong cardinality() {
    return OptionalLong.of(high - low + 1);
  }

  @Override
  public Value.Whole value(long index) {
    return new Value.Whole(low + index);
  }

  @Override
  public Value.Whole conform(Value value) {
    long number;
    if (value instanceof Value.Whole whole) {
      number = whole.number();
    } else if (value instanceof Value.Real real && real.number() == Math.rint(real.number())) {
      number = (long) real.number();
    } else {
      throw Names.misfit(name, "a whole number", value);
    }
    if (number < low || number > high) {
      throw Names.misfit(name, "a whole number in [%d, %d]".formatted(low, high), value);
    }
    return new Value.Whole(number);
  }

  @Override
  public Value.Whole parse(String text) {
    try {
      return conform(new Value.Whole(Long.parseLong(text.strip())));
    } catch (NumberFormatException e) {
      throw Names.misfit(name, "a whole number", text);
    }
  }

  @Override
  public void encode(Value value, double[] point, int offset) {
    point[offset] = scale.share((double) conform(value).number(), low - 0.5, high + 0.5);
  }

  @Override
  public Value.Whole decode(double[] point, int offset) {
    long number = Math.round(scale.at(point[offset], low - 0.5, high + 0.5));
    return new Value.Whole(Math.min(high, Math.max(low, number)));
  }
}
