package dev.leadline.space;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The parameters to be tuned, the constraints between them and their place in the unit cube.
 *
 * <p>Immutable and thread-safe (a Java predicate given as a constraint must be thread-safe, too).
 */
public final class Space {

  private final List<Parameter> parameters;
  private final List<Constraint> constraints;
  private final Configuration defaults;
  private final Conditions conditions;
  private final Encoding encoding;

  Space(
      List<Parameter> parameters,
      List<Constraint> constraints,
      Configuration defaults,
      Conditions conditions) {
    this.parameters = List.copyOf(parameters);
    this.constraints = List.copyOf(constraints);
    this.defaults = defaults;
    this.conditions = conditions;
    this.encoding = new Encoding(this.parameters, conditions);
  }

  public static SpaceBuilder builder() {
    return new SpaceBuilder();
  }

  public List<Parameter> parameters() {
    return parameters;
  }

  public List<Constraint> constraints() {
    return constraints;
  }

  /** What some of the parameters are taken to be where a configuration does not say. */
  public Configuration defaults() {
    return defaults;
  }

  /** The conditions of the parameters that do not always count, by parameter. */
  public Map<String, Constraint> conditions() {
    return conditions.byParameter();
  }

  /** The number of coordinates of an encoded configuration, D. */
  public int dimensions() {
    return coordinates().size();
  }

  /** What the coordinates of an encoded configuration are, one by one. */
  public List<Coordinate> coordinates() {
    return encoding.coordinates();
  }

  /**
   * The number of configurations, constraints and conditions left aside: empty if there is a real
   * parameter, {@link Long#MAX_VALUE} if there are that many or more.
   */
  public OptionalLong cardinality() {
    long product = 1;
    for (Parameter parameter : parameters) {
      if (parameter.cardinality().isEmpty()) {
        return OptionalLong.empty();
      }
      long factor = parameter.cardinality().getAsLong();
      product = product > Long.MAX_VALUE / factor ? Long.MAX_VALUE : product * factor;
    }
    return OptionalLong.of(product);
  }

  /**
   * The configuration with this index in a finite space; the last parameter runs fastest. Where
   * there are conditions several indices stand for one configuration.
   */
  public Configuration configuration(long index) {
    Value[] values = new Value[parameters.size()];
    long rest = index;
    for (int i = values.length - 1; i >= 0; i--) {
      long count = parameters.get(i).cardinality().orElseThrow();
      values[i] = parameters.get(i).value(rest % count);
      rest /= count;
    }
    return active(named(values));
  }

  /**
   * The given configuration as this space holds it: all parameters that count, in order, of the
   * right kind; those that are missing have their defaults, those that do not count are dropped.
   *
   * @throws IllegalArgumentException if a value is missing that has no default, unknown, of another
   *     kind or out of range
   */
  public Configuration conform(Configuration configuration) {
    return complete(configuration.values(), Parameter::conform);
  }

  /**
   * Reads a configuration from texts, each as {@link Value#toString} writes it; otherwise as {@link
   * #conform}.
   */
  public Configuration parse(Map<String, String> texts) {
    return complete(texts, Parameter::parse);
  }

  private <T> Configuration complete(Map<String, T> given, BiFunction<Parameter, T, Value> read) {
    Map<String, Value> known = new LinkedHashMap<>();
    for (int i : order()) {
      Parameter parameter = parameters.get(i);
      if (conditions.isActive(parameter.name(), known)) {
        T own = given.get(parameter.name());
        Value value =
            own == null ? defaults.values().get(parameter.name()) : read.apply(parameter, own);
        if (value == null) {
          throw new IllegalArgumentException(
              "expected a value for '%s' but got only %s"
                  .formatted(parameter.name(), given.keySet()));
        }
        known.put(parameter.name(), value);
      }
    }
    checkNames(given);
    return inOrder(known);
  }

  /** The configuration without the parameters whose conditions do not hold in it. */
  private Configuration active(Configuration all) {
    if (conditions.isEmpty()) {
      return all;
    }
    Map<String, Value> known = new LinkedHashMap<>();
    for (int i : order()) {
      String name = parameters.get(i).name();
      if (conditions.isActive(name, known)) {
        known.put(name, all.value(name));
      }
    }
    return inOrder(known);
  }

  private int[] order() {
    return conditions.isEmpty()
        ? IntStream.range(0, parameters.size()).toArray()
        : conditions.order();
  }

  private Configuration inOrder(Map<String, Value> values) {
    Map<String, Value> sorted = new LinkedHashMap<>();
    for (Parameter parameter : parameters) {
      Value value = values.get(parameter.name());
      if (value != null) {
        sorted.put(parameter.name(), value);
      }
    }
    return Configuration.of(sorted);
  }

  /**
   * The place of a configuration in the unit cube. Parameters that do not count stand in the
   * middle, and a coordinate for each condition says whether it holds: so two configurations are
   * alike in what both lack, and differ where only one of them has something.
   */
  public double[] encode(Configuration configuration) {
    return encoding.encode(configuration);
  }

  /** The configuration nearest to a point of the unit cube. */
  public Configuration decode(double[] point) {
    return active(named(encoding.decode(point)));
  }

  /** The nearest point of the cube that stands for a configuration. */
  public double[] snap(double[] point) {
    double[] snapped = encoding.snapAll(point);
    if (!conditions.isEmpty()) {
      encoding.neutralise(snapped, decode(snapped));
    }
    return snapped;
  }

  /** Whether a configuration satisfies all constraints. */
  public boolean feasible(Configuration configuration) {
    return violated(configuration).isEmpty();
  }

  /** The first constraint that a configuration violates; those on what does not count do not. */
  public Optional<Constraint> violated(Configuration configuration) {
    for (Constraint constraint : constraints) {
      if (applies(constraint, configuration) && !constraint.holds(configuration)) {
        return Optional.of(constraint);
      }
    }
    return Optional.empty();
  }

  private boolean applies(Constraint constraint, Configuration configuration) {
    return conditions.isEmpty() || configuration.values().keySet().containsAll(constraint.names());
  }

  /**
   * The given configuration as this space holds it, constraints included; see {@link #conform}.
   *
   * @throws IllegalArgumentException if it does not conform or violates a constraint
   */
  public Configuration require(Configuration configuration) {
    Configuration conforming = conform(configuration);
    violated(conforming)
        .ifPresent(
            constraint -> {
              throw new IllegalArgumentException(
                  "expected a configuration that satisfies '%s' but got %s"
                      .formatted(constraint, conforming));
            });
    return conforming;
  }

  private Configuration named(Value[] values) {
    Map<String, Value> byName = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      byName.put(parameters.get(i).name(), values[i]);
    }
    return Configuration.of(byName);
  }

  private void checkNames(Map<String, ?> given) {
    for (String name : given.keySet()) {
      if (parameters.stream().noneMatch(parameter -> parameter.name().equals(name))) {
        throw new IllegalArgumentException(
            "expected one of the parameters %s but got '%s'"
                .formatted(parameters.stream().map(Parameter::name).toList(), name));
      }
    }
  }

  /** The same text for the same space, whatever object holds it. */
  @Override
  public String toString() {
    return Stream.of(
            parameters.stream().map(Object::toString),
            defaults.values().entrySet().stream().map(entry -> "default " + entry),
            conditions().entrySet().stream()
                .map(entry -> "%s when %s".formatted(entry.getKey(), entry.getValue())),
            constraints.stream().map(constraint -> "require " + constraint))
        .flatMap(parts -> parts)
        .collect(Collectors.joining("; "));
  }
}
