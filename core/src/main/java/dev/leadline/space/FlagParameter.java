package dev.leadline.space;

import java.util.OptionalLong;

/** On or off. Immutable and thread-safe. */
public record FlagParameter(String name) implements Parameter {

  public FlagParameter {
    Names.check(name);
  }

  @Override
  public Coordinate.Kind kind() {
    return Coordinate.Kind.SWITCH;
  }

  @Override
  public OptionalLong cardinality() {
    return OptionalLong.of(2);
  }

  @Override
  public Value.Flag value(long index) {
    return new Value.Flag(index == 1);
  }

  @Override
  public Value.Flag conform(Value value) {
    if (value instanceof Value.Flag flag) {
      return flag;
    }
    throw Names.misfit(name, "true or false", value);
  }

  @Override
  public Value.Flag parse(String text) {
    return switch (text.strip()) {
      case "true" -> new Value.Flag(true);
      case "false" -> new Value.Flag(false);
      default -> throw Names.misfit(name, "true or false", text);
    };
  }

  @Override
  public void encode(Value value, double[] point, int offset) {
    point[offset] = conform(value).on() ? 1 : 0;
  }

  @Override
  public Value.Flag decode(double[] point, int offset) {
    return new Value.Flag(point[offset] >= 0.5);
  }
}
