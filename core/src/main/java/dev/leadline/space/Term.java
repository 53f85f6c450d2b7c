package dev.leadline.space;

import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

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

  /** The value of a parameter, by what its values are. */
  static Term of(Parameter parameter) {
    String name = parameter.name();
    long count = parameter.cardinality().orElse(0);
    Value first = count > 0 ? parameter.value(0) : new Value.Real(0);
    if (first instanceof Value.Flag) {
      return new Truth(configuration -> configuration.flag(name));
    }
    if (first instanceof Value.Text) {
      return new Text(
          configuration -> configuration.choice(name),
          LongStream.range(0, count)
              .mapToObj(index -> parameter.value(index).toString())
              .collect(Collectors.toUnmodifiableSet()));
    }
    return new Numeric(configuration -> configuration.real(name));
  }
}
