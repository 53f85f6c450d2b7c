package dev.leadline.space;

import java.util.List;
import java.util.OptionalLong;

/** One of several options without an order. Immutable and thread-safe. */
public record ChoiceParameter(String name, List<String> options) implements Parameter {

  /* Up to two options take one coordinate: 0 or 1 (½ if there is only one). More take one coordinate
  each, of which exactly one is 1: all options are then equally far from each other. */

  public ChoiceParameter {
    options = Options.check(name, options);
  }

  @Override
  public int width() {
    return options.size() <= 2 ? 1 : options.size();
  }

  @Override
  public Coordinate.Kind kind() {
    return switch (options.size()) {
      case 1 -> Coordinate.Kind.GRID;
      case 2 -> Coordinate.Kind.SWITCH;
      default -> Coordinate.Kind.OPTION;
    };
  }

  @Override
  public OptionalLong cardinality() {
    return OptionalLong.of(options.size());
  }

  @Override
  public Value.Text value(long index) {
    return new Value.Text(options.get(Math.toIntExact(index)));
  }

  @Override
  public Value.Text conform(Value value) {
    return parse(value.toString());
  }

  @Override
  public Value.Text parse(String text) {
    if (!options.contains(text)) {
      throw Names.misfit(name, "one of " + Options.list(options), text);
    }
    return new Value.Text(text);
  }

  @Override
  public void encode(Value value, double[] point, int offset) {
    int index = options.indexOf(conform(value).text());
    if (width() == 1) {
      point[offset] = options.size() == 1 ? 0.5 : index;
      return;
    }
    for (int i = 0; i < options.size(); i++) {
      point[offset + i] = i == index ? 1 : 0;
    }
  }

  @Override
  public Value.Text decode(double[] point, int offset) {
    if (width() == 1) {
      return value(Options.cell(point[offset], options.size()));
    }
    int index = 0;
    for (int i = 1; i < options.size(); i++) {
      if (point[offset + i] > point[offset + index]) {
        index = i;
      }
    }
    return value(index);
  }
}
