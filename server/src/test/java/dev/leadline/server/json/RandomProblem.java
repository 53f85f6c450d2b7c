package dev.leadline.server.json;

import dev.leadline.early.EarlyStop;
import dev.leadline.space.ChoiceParameter;
import dev.leadline.space.Configuration;
import dev.leadline.space.FlagParameter;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.OrdinalParameter;
import dev.leadline.space.Parameter;
import dev.leadline.space.RealParameter;
import dev.leadline.space.Scale;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.space.Value;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.StopRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Problems as nobody would write them, of every part that a problem can have. */
final class RandomProblem {

  private static final List<String> PIECES =
      List.of(
          "",
          "",
          " ",
          "a",
          "b",
          "z",
          "é",
          "日本",
          "😀",
          ",",
          "\\",
          "\\n",
          "\\e",
          "\n",
          "\r",
          "\t",
          "\u2028",
          "\u2029",
          "\u0085",
          "\u000b",
          "\f",
          "'",
          "\"",
          "`",
          "=",
          ":",
          "#",
          "-",
          "[",
          "{",
          "}",
          "%",
          "&",
          "*",
          "!",
          "|",
          ">",
          "?",
          "@",
          "8",
          "11",
          "08",
          "1.5",
          "1e5",
          "1d",
          "0x1p3",
          "NaN",
          "Infinity",
          "true",
          "null",
          "~",
          "..",
          "require ",
          "stop ",
          "when ");
  private static final double[] NUMBERS = {
    0, -1, 1, 0.1, -2.5, 1e-300, Double.MIN_VALUE, 1e15, -1e300, Math.PI, 1 + Math.ulp(1.0)
  };

  private final RandomGenerator random;

  RandomProblem(RandomGenerator random) {
    this.random = random;
  }

  /** A problem; what its makers refuse is not one, and is made anew. */
  Problem next() {
    while (true) {
      try {
        return problem();
      } catch (IllegalArgumentException e) {
        // Two options or two names are the same, or a text is one that is refused.
      }
    }
  }

  private Problem problem() {
    Problem problem = new Problem(space(), pick(Direction.values()), text());
    if (random.nextInt(4) == 0) {
      List<Goal> goals =
          Stream.generate(() -> new Goal(text(), pick(Direction.values())))
              .limit(2 + random.nextInt(2))
              .toList();
      Map<String, Double> reference = new TreeMap<>();
      if (random.nextBoolean()) {
        goals.forEach(goal -> reference.put(goal.metric(), number()));
      }
      problem = problem.with(new Goals(goals, reference));
    } else if (random.nextInt(3) == 0) {
      EarlyStop rule = EarlyStop.by(pick(EarlyStop.Rule.values()));
      problem = problem.endingEarly(Optional.of(rule.with("first", "" + (1 + random.nextInt(9)))));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      problem = problem.within(new Limit(name(), pick(Limit.Side.values()), number()));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      problem = problem.until(StopRule.parse("trials > %s \n or  failed>=3".formatted(number())));
    }
    return problem;
  }

  private Space space() {
    SpaceBuilder builder = Space.builder();
    List<Parameter> parameters = new ArrayList<>();
    Configuration defaults = Configuration.empty();
    for (int i = random.nextInt(5); i >= 0; i--) {
      Parameter parameter = parameter();
      builder.parameter(parameter);
      if (random.nextInt(3) == 0) {
        defaults = defaults.with(parameter.name(), value(parameter));
      }
      if (!parameters.isEmpty() && random.nextInt(3) == 0) {
        builder.when(parameter.name(), condition(parameters));
      }
      parameters.add(parameter);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      builder.require(condition(parameters));
    }
    return builder.defaults(defaults).build();
  }

  private Parameter parameter() {
    String name = name();
    List<Supplier<Parameter>> kinds =
        List.of(
            () -> new RealParameter(name, number(), number(), pick(Scale.values())),
            () -> new IntegerParameter(name, whole(41), whole(41), pick(Scale.values())),
            () -> new ChoiceParameter(name, several(this::text)),
            () -> new FlagParameter(name),
            () -> new OrdinalParameter(name, several(() -> new Value.Text(text()))),
            () -> new OrdinalParameter(name, several(() -> new Value.Whole(whole(63)))),
            () -> new OrdinalParameter(name, several(() -> new Value.Real(number()))));
    return kinds.get(random.nextInt(kinds.size())).get();
  }

  private <T> List<T> several(Supplier<T> one) {
    return Stream.generate(one).limit(1 + random.nextInt(4)).distinct().toList();
  }

  private String condition(List<Parameter> parameters) {
    Parameter parameter = parameters.get(random.nextInt(parameters.size()));
    String name = "`" + parameter.name() + "`";
    if (parameter instanceof FlagParameter) {
      return pick(" not %s", "%s == true\n", "\n%s or not\r\n\t%<s").formatted(name);
    }
    Value value = value(parameter);
    if (!(value instanceof Value.Text text)) {
      return pick("%s <= %s", " - %s  !=  -%s ", "%s*2\n<\n%s").formatted(name, number());
    }
    return text.text().contains("'")
        ? "%s != \"%s\"".formatted(name, text.text())
        : "%s == '%s'".formatted(name, text.text());
  }

  /** A value of a parameter. */
  private Value value(Parameter parameter) {
    return parameter.decode(random.doubles(parameter.width(), -0.1, 1.1).toArray(), 0);
  }

  private String name() {
    return pick("x", "and_", "min-pool", "heap.mb", "a", "stop", "p99", "when", "N0", "_")
        + (random.nextBoolean() ? "" : random.nextInt(100));
  }

  private String text() {
    return IntStream.rangeClosed(0, random.nextInt(4))
        .mapToObj(i -> PIECES.get(random.nextInt(PIECES.size())))
        .collect(Collectors.joining());
  }

  private double number() {
    double base = NUMBERS[random.nextInt(NUMBERS.length)];
    return random.nextBoolean() ? base : base * random.nextDouble(-3, 3);
  }

  /** A whole number of up to so many bits. */
  private long whole(int bits) {
    return random.nextLong() >> (63 - bits + random.nextInt(bits + 1));
  }

  @SafeVarargs
  private <T> T pick(T... things) {
    return things[random.nextInt(things.length)];
  }
}
