package dev.leadline.space;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which parameters of a space count only where a condition holds, and in which order that can be
 * found out. Immutable and thread-safe.
 */
final class Conditions {

  /** What stands in the coordinates of a parameter that does not count: the middle. */
  static final double NEUTRAL = 0.5;

  static final Conditions NONE = new Conditions(Map.of(), List.of());

  private final Map<String, Constraint> byParameter;
  private final int[] order;
  private final List<String> expressions;

  private Conditions(Map<String, Constraint> byParameter, List<Integer> order) {
    this.byParameter = Collections.unmodifiableMap(new LinkedHashMap<>(byParameter));
    this.order = order.stream().mapToInt(Integer::intValue).toArray();
    this.expressions =
        byParameter.values().stream().map(Constraint::description).distinct().toList();
  }

  /**
   * The conditions of some parameters.
   *
   * @param expressions by parameter
   * @throws IllegalArgumentException if there is no such parameter, an expression has an error, or
   *     a parameter would decide about itself
   */
  static Conditions of(Map<String, String> expressions, List<Parameter> parameters) {
    List<String> names = parameters.stream().map(Parameter::name).toList();
    Map<String, Constraint> parsed = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : expressions.entrySet()) {
      if (!names.contains(entry.getKey())) {
        throw new IllegalArgumentException(
            "expected a condition on one of the parameters %s but got one on '%s'"
                .formatted(names, entry.getKey()));
      }
      parsed.put(entry.getKey(), Constraint.parse(entry.getValue(), parameters));
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      visit(names.get(i), names, parsed, new LinkedHashSet<>(), order);
    }
    return parsed.isEmpty() ? NONE : new Conditions(parsed, order);
  }

  /** Adds a parameter behind all that it depends on. */
  private static void visit(
      String name,
      List<String> names,
      Map<String, Constraint> conditions,
      Set<String> path,
      List<Integer> order) {
    if (order.contains(names.indexOf(name))) {
      return;
    }
    if (!path.add(name)) {
      throw new IllegalArgumentException(
          "expected conditions that do not depend on each other in a circle but got %s -> %s; remove one of them"
              .formatted(
                  path.stream()
                      .dropWhile(one -> !one.equals(name))
                      .collect(Collectors.joining(" -> ")),
                  name));
    }
    Constraint condition = conditions.get(name);
    if (condition != null) {
      condition.names().stream()
          .sorted()
          .forEach(parent -> visit(parent, names, conditions, path, order));
    }
    path.remove(name);
    order.add(names.indexOf(name));
  }

  boolean isEmpty() {
    return byParameter.isEmpty();
  }

  Map<String, Constraint> byParameter() {
    return byParameter;
  }

  /** The indices of all parameters, each behind those that decide whether it counts. */
  int[] order() {
    return order.clone();
  }

  /**
   * Whether a parameter counts, given all that it depends on. What does not count decides nothing:
   * a condition on it does not hold.
   */
  boolean isActive(String parameter, Map<String, Value> values) {
    Constraint condition = byParameter.get(parameter);
    return condition == null
        || (values.keySet().containsAll(condition.names())
            && condition.holds(Configuration.of(values)));
  }

  /** The number of coordinates that say which conditions hold: one for each that is different. */
  int width() {
    return expressions.size();
  }

  /** Writes 1 for each condition that holds and 0 for the others, from the offset on. */
  void encode(Map<String, Value> values, double[] point, int offset) {
    IntStream.range(0, expressions.size()).forEach(i -> point[offset + i] = 0);
    for (Map.Entry<String, Constraint> entry : byParameter.entrySet()) {
      if (isActive(entry.getKey(), values)) {
        point[offset + expressions.indexOf(entry.getValue().description())] = 1;
      }
    }
  }
}
