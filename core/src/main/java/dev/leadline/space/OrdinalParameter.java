package dev.leadline.space;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;

/**
 * One of several options in a meaningful order: all numbers or all text. Immutable, thread-safe.
 */
public record OrdinalParameter(String name, List<Value> options) implements Parameter {

  public OrdinalParameter {
    options = Options.check(name, options);
    Class<? extends Value> kind = options.get(0).getClass();
    for (Value option : options) {
      if (option instanceof Value.Flag || option.getClass() != kind) {
        throw new IllegalArgumentException(
            "expected options of '%s' that are all numbers or all text but got %s"
                .formatted(name, options));
      }
    }
  }

  /** One whose options are text, whatever they look like. */
  public static OrdinalParameter ofText(String name, List<String> options) {
    return new OrdinalParameter(name, options.stream().<Value>map(Value.Text::new).toList());
  }

  /** Whether the options are numbers, not text. */
  public boolean numeric() {
    return !(options.get(0) instanceof Value.Text);
  }

  @Override
  public Coordinate.Kind kind() {
    return Coordinate.Kind.GRID;
  }

  @Override
  public OptionalLong cardinality() {
    return OptionalLong.of(options.size());
  }

  @Override
  public Value value(long index) {
    return options.get(Math.toIntExact(index));
  }

  @Override
  public Value conform(Value value) {
    return options.get(index(value));
  }

  @Override
  public Value parse(String text) {
    for (Value option : options) {
      if (option.toString().equals(text)) {
        return option;
      }
    }
    try {
      return conform(new Value.Real(Double.parseDouble(text)));
    } catch (NumberFormatException e) {
      throw Names.misfit(name, "one of " + Options.list(options), text);
    }
  }

  @Override
  public void encode(Value value, double[] point, int offset) {
    point[offset] = (index(value) + 0.5) / options.size();
  }

  @Override
  public Value decode(double[] point, int offset) {
    return options.get(Options.cell(point[offset], options.size()));
  }

  private int index(Value value) {
    for (int i = 0; i < options.size(); i++) {
      if (same(options.get(i), value)) {
        return i;
      }
    }
    throw Names.misfit(name, "one of " + Options.list(options), value);
  }

  private static boolean same(Value option, Value value) {
    if (option instanceof Value.Whole whole && value instanceof Value.Real real) {
      return same(whole, real);
    }
    if (option instanceof Value.Real real && value instanceof Value.Whole whole) {
      return same(whole, real);
    }
    return option.equals(value);
  }

  /** Beyond 2^53 several whole numbers have the same double. */
  private static boolean same(Value.Whole whole, Value.Real real) {
    return BigDecimal.valueOf(whole.number()).compareTo(new BigDecimal(real.number())) == 0;
  }
}
