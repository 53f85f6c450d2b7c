package dev.leadline.space;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Collects the parameters and constraints of a {@link Space}. Not thread-safe. */
public final class SpaceBuilder {

  private final List<Parameter> parameters = new ArrayList<>();
  private final List<Constraint> predicates = new ArrayList<>();
  private final List<String> expressions = new ArrayList<>();
  private final Map<String, String> conditions = new LinkedHashMap<>();
  private Configuration defaults = Configuration.empty();

  SpaceBuilder() {}

  public SpaceBuilder parameter(Parameter parameter) {
    for (Parameter earlier : parameters) {
      if (earlier.name().equals(parameter.name())) {
        throw new IllegalArgumentException(
            "expected different parameter names but got '%s' twice; rename one"
                .formatted(parameter.name()));
      }
    }
    parameters.add(parameter);
    return this;
  }

  public SpaceBuilder real(String name, double low, double high) {
    return parameter(new RealParameter(name, low, high, Scale.LINEAR));
  }

  public SpaceBuilder logReal(String name, double low, double high) {
    return parameter(new RealParameter(name, low, high, Scale.LOG));
  }

  public SpaceBuilder integer(String name, long low, long high) {
    return parameter(new IntegerParameter(name, low, high, Scale.LINEAR));
  }

  public SpaceBuilder logInteger(String name, long low, long high) {
    return parameter(new IntegerParameter(name, low, high, Scale.LOG));
  }

  public SpaceBuilder choice(String name, String... options) {
    return parameter(new ChoiceParameter(name, List.of(options)));
  }

  public SpaceBuilder ordinal(String name, String... options) {
    return parameter(OrdinalParameter.ofText(name, List.of(options)));
  }

  public SpaceBuilder ordinal(String name, long... options) {
    return parameter(
        new OrdinalParameter(
            name, LongStream.of(options).<Value>mapToObj(Value.Whole::new).toList()));
  }

  public SpaceBuilder ordinal(String name, double... options) {
    return parameter(
        new OrdinalParameter(
            name, DoubleStream.of(options).<Value>mapToObj(Value.Real::new).toList()));
  }

  public SpaceBuilder flag(String name) {
    return parameter(new FlagParameter(name));
  }

  /** Adds a constraint as an expression; see {@link Constraint#parse}. */
  public SpaceBuilder require(String expression) {
    expressions.add(expression);
    return this;
  }

  /** Adds a constraint as a Java predicate, which must be thread-safe. */
  public SpaceBuilder require(String description, Predicate<Configuration> predicate) {
    predicates.add(Constraint.of(description, predicate));
    return this;
  }

  /**
   * Lets a parameter count only where a condition holds, such as {@code when("region_mb", "gc ==
   * 'g1'")}; elsewhere configurations do not have it. The condition is an expression as in {@link
   * Constraint#parse}; one that names a parameter which does not count does not hold.
   */
  public SpaceBuilder when(String parameter, String expression) {
    if (conditions.putIfAbsent(parameter, expression) != null) {
      throw new IllegalArgumentException(
          "expected one condition on '%s' but got another; join them by and".formatted(parameter));
    }
    return this;
  }

  /**
   * Says what some of the parameters are taken to be in configurations that do not name them: those
   * that users write down, and those of trials from before a parameter was added.
   */
  public SpaceBuilder defaults(Configuration values) {
    for (Map.Entry<String, Value> entry : values.values().entrySet()) {
      defaults = defaults.with(entry.getKey(), entry.getValue());
    }
    return this;
  }

  /**
   * Builds the space.
   *
   * @throws IllegalArgumentException if there is no parameter, an expression has an error, a
   *     default is not a value of its parameter, or conditions depend on each other in a circle
   */
  public Space build() {
    if (parameters.isEmpty()) {
      throw new IllegalArgumentException("expected at least one parameter but got none");
    }
    List<Constraint> constraints = new ArrayList<>();
    expressions.forEach(text -> constraints.add(Constraint.parse(text, parameters)));
    constraints.addAll(predicates);
    return new Space(
        parameters, constraints, conforming(defaults), Conditions.of(conditions, parameters));
  }

  /** The defaults as their parameters hold them, in the order of these. */
  private Configuration conforming(Configuration given) {
    Configuration conforming = Configuration.empty();
    for (Parameter parameter : parameters) {
      Value value = given.values().get(parameter.name());
      if (value != null) {
        conforming = conforming.with(parameter.name(), parameter.conform(value));
      }
    }
    if (conforming.values().size() < given.values().size()) {
      throw new IllegalArgumentException(
          "expected defaults of the parameters %s but got %s"
              .formatted(parameters.stream().map(Parameter::name).toList(), given));
    }
    return conforming;
  }
}
