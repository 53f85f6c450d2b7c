package dev.leadline.space;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One setting of every parameter that counts: names with values, in order. Immutable, thread-safe.
 */
public final class Configuration {

  private static final Configuration EMPTY = new Configuration(Map.of());

  private final Map<String, Value> values;

  private Configuration(Map<String, ? extends Value> values) {
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The configuration without any parameter, to be grown by {@code with}. */
  public static Configuration empty() {
    return EMPTY;
  }

  /** A configuration of the given values, in the order of the map. */
  public static Configuration of(Map<String, ? extends Value> values) {
    return new Configuration(values);
  }

  public Configuration with(String name, Value value) {
    Map<String, Value> extended = new LinkedHashMap<>(values);
    extended.put(name, value);
    return new Configuration(extended);
  }

  public Configuration with(String name, double number) {
    return with(name, new Value.Real(number));
  }

  public Configuration with(String name, long number) {
    return with(name, new Value.Whole(number));
  }

  public Configuration with(String name, String option) {
    return with(name, new Value.Text(option));
  }

  public Configuration with(String name, boolean on) {
    return with(name, new Value.Flag(on));
  }

  /** The number held by a real, integer or numeric ordinal parameter. */
  public double real(String name) {
    return value(name) instanceof Value.Real real ? real.number() : integer(name);
  }

  /** The number held by an integer parameter or an ordinal one of whole numbers. */
  public long integer(String name) {
    if (value(name) instanceof Value.Whole whole) {
      return whole.number();
    }
    throw wrongKind(name, "a whole number");
  }

  /** The option held by a choice or an ordinal parameter, as text. */
  public String choice(String name) {
    if (value(name) instanceof Value.Text text) {
      return text.text();
    }
    throw wrongKind(name, "text");
  }

  /** Whether a flag is on. */
  public boolean flag(String name) {
    if (value(name) instanceof Value.Flag flag) {
      return flag.on();
    }
    throw wrongKind(name, "a flag");
  }

  /** Whether the parameter is there: one whose condition does not hold is not. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The value of any kind; its {@code toString} is what a command line wants. */
  public Value value(String name) {
    Value value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "expected one of the parameters %s but got '%s'".formatted(values.keySet(), name));
    }
    return value;
  }

  /** All values by name, in order; unmodifiable. */
  public Map<String, Value> values() {
    return values;
  }

  private IllegalArgumentException wrongKind(String name, String expected) {
    return new IllegalArgumentException(
        "expected %s in '%s' but it holds %s; use the getter of its kind"
            .formatted(expected, name, values.get(name)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Configuration configuration && values.equals(configuration.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
