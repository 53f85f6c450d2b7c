package dev.leadline.space;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A condition between parameters that every suggestion satisfies.
 *
 * <p>Thread-safe if the predicate it was made of is.
 */
public final class Constraint {

  private final String description;
  private final Set<String> names;
  private final Predicate<Configuration> predicate;

  private Constraint(String description, Set<String> names, Predicate<Configuration> predicate) {
    this.description = description;
    this.names = Set.copyOf(names);
    this.predicate = predicate;
  }

  /** Any condition in Java, with words that say it in messages. */
  public static Constraint of(String description, Predicate<Configuration> predicate) {
    return new Constraint(inOneLine(description), Set.of(), predicate);
  }

  /**
   * A condition written as an expression, such as {@code min_pool <= max_pool}.
   *
   * <p>Known are {@code and or not}, {@code < <= > >= == !=}, {@code + - * /}, parentheses,
   * numbers, {@code 'text'}, {@code true false} and names of parameters; a name with a dash is put
   * in back quotes.
   *
   * @throws IllegalArgumentException if the expression has an error; the message says where
   */
  public static Constraint parse(String expression, List<Parameter> parameters) {
    String line = inOneLine(expression);
    ConstraintParser parser = new ConstraintParser(line, parameters);
    Predicate<Configuration> predicate = parser.parse();
    return new Constraint(line, parser.names(), predicate);
  }

  /** Studies are kept with a line for each condition. */
  private static String inOneLine(String text) {
    return text.indexOf('\n') < 0 && text.indexOf('\r') < 0
        ? text
        : text.lines().map(String::strip).collect(Collectors.joining(" "));
  }

  /** The expression in one line, or the words given with the predicate. */
  public String description() {
    return description;
  }

  /** The parameters that an expression names; none of a condition in Java. */
  public Set<String> names() {
    return names;
  }

  public boolean holds(Configuration configuration) {
    return predicate.test(configuration);
  }

  @Override
  public String toString() {
    return description;
  }
}
