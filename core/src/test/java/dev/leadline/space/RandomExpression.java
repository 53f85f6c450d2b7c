package dev.leadline.space;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * An expression that was made together with what it means, by another way than reading it.
 *
 * @param text as a person may write it, with as few parentheses as the language needs, or more
 * @param meaning a Double, String or Boolean
 * @param names of the parameters in it
 */
record RandomExpression(String text, Function<Configuration, Object> meaning, Set<String> names) {

  /** How tightly an operator binds; what binds less tightly than its place needs parentheses. */
  private static final int OR = 0;

  private static final int AND = 1;
  private static final int NOT = 2;
  private static final int COMPARISON = 3;
  private static final int SUM = 4;
  private static final int PRODUCT = 5;
  private static final int SIGN = 6;

  /** Makes expressions about some parameters, no deeper than so many operators. */
  record Maker(List<Parameter> parameters, RandomGenerator random) {

    /** A condition. */
    RandomExpression condition(int depth) {
      return condition(depth, OR);
    }

    private RandomExpression condition(int depth, int place) {
      if (depth > 0) {
        return switch (random.nextInt(5)) {
          case 0 -> in(place, OR, chain("or", OR, depth));
          case 1 -> in(place, AND, chain("and", AND, depth));
          case 2 -> {
            RandomExpression inner = condition(depth - 1, NOT);
            yield in(place, NOT, made("not " + inner.text, c -> !is(inner, c), inner));
          }
          default -> in(place, COMPARISON, comparison(depth));
        };
      }
      List<Parameter> flags = of(FlagParameter.class::isInstance);
      if (flags.isEmpty() || random.nextInt(4) == 0) {
        boolean on = random.nextBoolean();
        return new RandomExpression("" + on, c -> on, Set.of());
      }
      Parameter flag = pick(flags);
      return named(flag, c -> c.flag(flag.name()));
    }

    private RandomExpression chain(String word, int binding, int depth) {
      RandomExpression all = condition(depth - 1, binding);
      for (int more = 1 + random.nextInt(2); more > 0; more--) {
        RandomExpression left = all;
        RandomExpression right = condition(depth - 1, binding + 1);
        all =
            made(
                left.text + " " + word + " " + right.text,
                c -> word.equals("or") ? is(left, c) || is(right, c) : is(left, c) && is(right, c),
                left,
                right);
      }
      return all;
    }

    private RandomExpression comparison(int depth) {
      List<Parameter> texts = of(parameter -> Term.of(parameter) instanceof Term.Text);
      int kind = random.nextInt(texts.isEmpty() ? 4 : 6);
      if (kind >= 4) {
        return texts(pick(texts), texts);
      }
      boolean areNumbers = kind > 0;
      RandomExpression left = areNumbers ? number(depth, SUM) : condition(depth - 1, SUM);
      RandomExpression right = areNumbers ? number(depth, SUM) : condition(depth - 1, SUM);
      String sign =
          pick(areNumbers ? List.of("<", "<=", ">", ">=", "==", "!=") : List.of("==", "!="));
      return made(
          left.text + blank() + sign + blank() + right.text,
          c ->
              areNumbers
                  ? compared(left, sign, right, c)
                  : (is(left, c) == is(right, c)) == sign.equals("=="),
          left,
          right);
    }

    private static boolean compared(
        RandomExpression left, String sign, RandomExpression right, Configuration c) {
      double a = (Double) left.meaning.apply(c);
      double b = (Double) right.meaning.apply(c);
      if (Double.isNaN(a) || Double.isNaN(b)) {
        return sign.equals("!=");
      }
      int order = Double.compare(a + 0.0, b + 0.0); // -0.0 is 0.0
      return switch (sign) {
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        case ">=" -> order >= 0;
        case "==" -> order == 0;
        default -> order != 0;
      };
    }

    private RandomExpression texts(Parameter left, List<Parameter> all) {
      List<String> options = options(left);
      RandomExpression own = named(left, c -> c.choice(left.name()));
      String sign = pick(List.of("==", "!="));
      List<Parameter> alike =
          all.stream()
              .filter(other -> options(other).stream().anyMatch(options::contains))
              .toList();
      String option = pick(options);
      Parameter other = pick(alike);
      String quote = pick(List.of("'", "\""));
      RandomExpression right =
          random.nextBoolean()
              ? new RandomExpression(quote + option + quote, c -> option, Set.of())
              : named(other, c -> c.choice(other.name()));
      boolean isTurned = random.nextInt(4) == 0;
      return made(
          (isTurned ? right : own).text + blank() + sign + blank() + (isTurned ? own : right).text,
          c -> own.meaning.apply(c).equals(right.meaning.apply(c)) == sign.equals("=="),
          own,
          right);
    }

    private static List<String> options(Parameter parameter) {
      return parameter instanceof ChoiceParameter choice
          ? choice.options()
          : ((OrdinalParameter) parameter).options().stream().map(Value::toString).toList();
    }

    private RandomExpression number(int depth, int place) {
      if (depth > 0 && random.nextInt(3) > 0) {
        return switch (random.nextInt(3)) {
          case 0 -> in(place, SUM, arithmetic(pick(List.of("+", "-")), SUM, depth));
          case 1 -> in(place, PRODUCT, arithmetic(pick(List.of("*", "/")), PRODUCT, depth));
          default -> {
            RandomExpression inner = number(depth - 1, SIGN);
            yield in(place, SIGN, made("-" + inner.text, c -> -value(inner, c), inner));
          }
        };
      }
      List<Parameter> numbers = of(parameter -> Term.of(parameter) instanceof Term.Numeric);
      if (numbers.isEmpty() || random.nextInt(3) == 0) {
        double number = pick(List.of(0.0, 1.0, 2.0, 0.5, 3e2, 0.1, 1e-3));
        String form = pick(List.of("%s", "%.4f", "%e"));
        String text = String.format(Locale.ROOT, form, number);
        return new RandomExpression(text, c -> number, Set.of());
      }
      Parameter parameter = pick(numbers);
      return named(parameter, c -> c.real(parameter.name()));
    }

    private RandomExpression arithmetic(String sign, int binding, int depth) {
      RandomExpression left = number(depth - 1, binding);
      RandomExpression right = number(depth - 1, binding + 1);
      return made(
          left.text + blank() + sign + blank() + right.text,
          c ->
              switch (sign) {
                case "+" -> value(left, c) + value(right, c);
                case "-" -> value(left, c) - value(right, c);
                case "*" -> value(left, c) * value(right, c);
                default -> value(left, c) / value(right, c);
              },
          left,
          right);
    }

    private static RandomExpression made(
        String text, Function<Configuration, Object> meaning, RandomExpression... parts) {
      Set<String> names = new HashSet<>();
      for (RandomExpression part : parts) {
        names.addAll(part.names);
      }
      return new RandomExpression(text, meaning, names);
    }

    private RandomExpression named(Parameter parameter, Function<Configuration, Object> meaning) {
      String name = parameter.name();
      boolean needsQuotes = name.contains("-") || random.nextInt(5) == 0;
      return new RandomExpression(needsQuotes ? "`" + name + "`" : name, meaning, Set.of(name));
    }

    /** In parentheses where it binds less tightly than its place, and sometimes elsewhere. */
    private RandomExpression in(int place, int binding, RandomExpression expression) {
      boolean needed = binding < place || random.nextInt(6) == 0;
      return needed
          ? new RandomExpression("(" + expression.text + ")", expression.meaning, expression.names)
          : expression;
    }

    private List<Parameter> of(Predicate<Parameter> wanted) {
      return parameters.stream().filter(wanted).toList();
    }

    private String blank() {
      return pick(List.of(" ", "", "  ", "\t"));
    }

    private <T> T pick(List<T> things) {
      return things.get(random.nextInt(things.size()));
    }
  }

  boolean holds(Configuration configuration) {
    return is(this, configuration);
  }

  private static boolean is(RandomExpression expression, Configuration c) {
    return (Boolean) expression.meaning.apply(c);
  }

  private static double value(RandomExpression expression, Configuration c) {
    return (Double) expression.meaning.apply(c);
  }
}
