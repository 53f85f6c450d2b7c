package dev.leadline.space;

import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** A checked part of a constraint expression, ready to be evaluated. */
sealed interface Term {

  /** What the term stands for, in words of a message. */
  String kind();

  record Numeric(ToDoubleFunction<Configuration> of) implements Term {
    @Override
    public String kind() {
      return "a number";
    }
  }

  /** Text, with all values it can have. */
  record Text(Function<Configuration, String> of, Set<String> possible) implements Term {
    @Override
    public String kind() {
      return "text";
    }
  }

  record Truth(Predicate<Configuration> of) implements Term {
    @Override
    public String kind() {
      return "a condition";
    }
  }

  /** The value of a parameter. */
  static Term of(Parameter parameter) {
    String name = parameter.name();
    if (parameter instanceof FlagParameter) {
      return new Truth(configuration -> configuration.flag(name));
    }
    if (parameter instanceof ChoiceParameter choice) {
      return new Text(configuration -> configuration.choice(name), Set.copyOf(choice.options()));
    }
    if (parameter instanceof OrdinalParameter ordinal && !ordinal.numeric()) {
      return new Text(
          configuration -> configuration.choice(name),
          Set.copyOf(ordinal.options().stream().map(Value::toString).toList()));
    }
    return new Numeric(configuration -> configuration.real(name));
  }
}
