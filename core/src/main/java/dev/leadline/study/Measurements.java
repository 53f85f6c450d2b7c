package dev.leadline.study;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What was measured in a trial besides its value: numbers by name. Immutable and thread-safe.
 *
 * @param values by name, in the order of the names
 */
public record Measurements(Map<String, Double> values) {

  private static final Measurements NONE = new Measurements(Map.of());

  public Measurements {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
    for (String name : values.keySet()) {
      if (name.isBlank() || name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0) {
        throw new IllegalArgumentException(
            "expected the name of a metric in one line but got '%s'".formatted(name));
      }
    }
  }

  public static Measurements none() {
    return NONE;
  }

  public static Measurements of(String name, double value) {
    return NONE.with(name, value);
  }

  /** These and one more, in the place of an earlier one of its name. */
  public Measurements with(String name, double value) {
    Map<String, Double> more = new TreeMap<>(values);
    more.put(name, value);
    return new Measurements(more);
  }

  /** These but for one. */
  public Measurements without(String name) {
    Map<String, Double> fewer = new TreeMap<>(values);
    fewer.remove(name);
    return new Measurements(fewer);
  }

  /** What was measured under a name, if anything was. */
  public OptionalDouble get(String name) {
    Double value = values.get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /**
   * Does nothing if all of these names were measured.
   *
   * @throws IllegalArgumentException if one was not
   */
  public void require(Collection<String> names) {
    List<String> missing = names.stream().filter(name -> !values.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "expected a value and %s but %s %s not told; measure all of it, or fail the trial"
              .formatted(
                  String.join(", ", names),
                  String.join(" and ", missing),
                  missing.size() == 1 ? "was" : "were"));
    }
  }

  /** Why they make a trial a failed one, if one of them is not finite. */
  Optional<String> unusable() {
    return values.entrySet().stream()
        .filter(entry -> !Double.isFinite(entry.getValue()))
        .map(entry -> "%s was %s".formatted(entry.getKey(), entry.getValue()))
        .findFirst();
  }
}
