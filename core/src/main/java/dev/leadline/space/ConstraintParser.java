package dev.leadline.space;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads one constraint expression by recursive descent, checking types on the way.
 *
 * <p>One instance reads one expression, on one thread.
 */
final class ConstraintParser {

  /* or < and < not < comparison < sum < product < sign < atom. Every rule returns a typed term, so an
  expression that parses cannot fail when it is evaluated. */

  /* Reading and evaluating use the stack in proportion to the nesting and to the length of a chain,
  so both have a limit, far above what a person writes and far below what a small stack holds. */
  private static final int MOST_NESTED = 100;
  private static final int MOST_WORDS = 2000;

  private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");

  private final String expression;
  private final List<Parameter> parameters;
  private final List<Token> tokens;
  private final Set<String> names = new HashSet<>();
  private int next;
  private int nested;

  ConstraintParser(String expression, List<Parameter> parameters) {
    this.expression = expression;
    this.parameters = parameters;
    this.tokens = Token.split(expression);
  }

  Predicate<Configuration> parse() {
    Token start = peek();
    if (tokens.size() > MOST_WORDS) {
      throw error(
          tokens.get(MOST_WORDS),
          "it still goes on after %d words; split it into several constraints"
              .formatted(MOST_WORDS));
    }
    Predicate<Configuration> condition = truth(or(), start);
    if (peek().kind() != Token.Kind.END) {
      throw error(
          peek(), "%s is not expected; join conditions by and, or".formatted(peek().quoted()));
    }
    return condition;
  }

  /** The parameters that were named so far. */
  Set<String> names() {
    return names;
  }

  private Term or() {
    Token start = peek();
    Term left = and();
    while (accept("or")) {
      Predicate<Configuration> first = truth(left, start);
      Token second = peek();
      left = new Term.Truth(first.or(truth(and(), second)));
    }
    return left;
  }

  private Term and() {
    Token start = peek();
    Term left = not();
    while (accept("and")) {
      Predicate<Configuration> first = truth(left, start);
      Token second = peek();
      left = new Term.Truth(first.and(truth(not(), second)));
    }
    return left;
  }

  private Term not() {
    Token operator = peek();
    if (accept("not")) {
      Token start = peek();
      return nested(operator, () -> new Term.Truth(truth(not(), start).negate()));
    }
    return comparison();
  }

  private Term comparison() {
    Term left = sum();
    Token operator = peek();
    if (operator.kind() != Token.Kind.SYMBOL || !COMPARISONS.contains(operator.text())) {
      return left;
    }
    next++;
    Term right = sum();
    if (peek().kind() == Token.Kind.SYMBOL && COMPARISONS.contains(peek().text())) {
      throw error(peek(), "a second comparison follows; write a < b and b < c");
    }
    return new Term.Truth(compare(left, operator, right));
  }

  private Predicate<Configuration> compare(Term left, Token operator, Term right) {
    if (left instanceof Term.Numeric a && right instanceof Term.Numeric b) {
      return numbers(a, operator.text(), b);
    }
    boolean equal = operator.is("==");
    if (!equal && !operator.is("!=") && left.kind().equals(right.kind())) {
      throw error(operator, "%s has no order; compare it by == or !=".formatted(left.kind()));
    }
    if (left instanceof Term.Text a && right instanceof Term.Text b) {
      if (Collections.disjoint(a.possible(), b.possible())) {
        throw error(
            operator,
            "the two sides are never equal; one can be %s, the other %s"
                .formatted(quoted(a.possible()), quoted(b.possible())));
      }
      return c -> Objects.equals(a.of().apply(c), b.of().apply(c)) == equal;
    }
    if (left instanceof Term.Truth a && right instanceof Term.Truth b) {
      return c -> (a.of().test(c) == b.of().test(c)) == equal;
    }
    throw error(
        operator,
        "%s is compared with %s; compare things of one kind".formatted(left.kind(), right.kind()));
  }

  private static Predicate<Configuration> numbers(
      Term.Numeric left, String operator, Term.Numeric right) {
    var a = left.of();
    var b = right.of();
    return switch (operator) {
      case "<" -> c -> a.applyAsDouble(c) < b.applyAsDouble(c);
      case "<=" -> c -> a.applyAsDouble(c) <= b.applyAsDouble(c);
      case ">" -> c -> a.applyAsDouble(c) > b.applyAsDouble(c);
      case ">=" -> c -> a.applyAsDouble(c) >= b.applyAsDouble(c);
      case "==" -> c -> a.applyAsDouble(c) == b.applyAsDouble(c);
      default -> c -> a.applyAsDouble(c) != b.applyAsDouble(c);
    };
  }

  private Term sum() {
    Term left = product();
    for (Token operator = peek(); operator.is("+") || operator.is("-"); operator = peek()) {
      next++;
      var a = number(left, operator).of();
      var b = number(product(), operator).of();
      left =
          operator.is("+")
              ? new Term.Numeric(c -> a.applyAsDouble(c) + b.applyAsDouble(c))
              : new Term.Numeric(c -> a.applyAsDouble(c) - b.applyAsDouble(c));
    }
    return left;
  }

  private Term product() {
    Term left = sign();
    for (Token operator = peek(); operator.is("*") || operator.is("/"); operator = peek()) {
      next++;
      var a = number(left, operator).of();
      var b = number(sign(), operator).of();
      left =
          operator.is("*")
              ? new Term.Numeric(c -> a.applyAsDouble(c) * b.applyAsDouble(c))
              : new Term.Numeric(c -> a.applyAsDouble(c) / b.applyAsDouble(c));
    }
    return left;
  }

  private Term sign() {
    Token operator = peek();
    if (accept("-")) {
      var a = number(nested(operator, this::sign), operator).of();
      return new Term.Numeric(c -> -a.applyAsDouble(c));
    }
    return atom();
  }

  private Term atom() {
    Token token = tokens.get(next);
    if (token.is("(")) {
      next++;
      Term inner = nested(token, this::or);
      if (!accept(")")) {
        throw error(peek(), "a ')' is expected but %s follows".formatted(peek().quoted()));
      }
      return inner;
    }
    next++;
    return switch (token.kind()) {
      case NUMBER -> literal(token);
      case TEXT -> new Term.Text(c -> token.text(), Set.of(token.text()));
      case QUOTED_NAME -> parameter(token);
      case NAME -> word(token);
      case SYMBOL, END ->
          throw error(
              token,
              "%s is not expected; a name, number or 'text' belongs here"
                  .formatted(token.quoted()));
    };
  }

  /** What an opening word encloses, one level deeper. */
  private Term nested(Token opening, Supplier<Term> inner) {
    if (++nested > MOST_NESTED) {
      throw error(
          opening,
          "%s is nested more than %d deep; take some of them away"
              .formatted(opening.quoted(), MOST_NESTED));
    }
    Term term = inner.get();
    nested--;
    return term;
  }

  private Term literal(Token token) {
    try {
      double number = Double.parseDouble(token.text());
      return new Term.Numeric(c -> number);
    } catch (NumberFormatException e) {
      throw error(token, "%s is not a number".formatted(token.quoted()));
    }
  }

  private Term word(Token token) {
    return switch (token.text()) {
      case "true" -> new Term.Truth(c -> true);
      case "false" -> new Term.Truth(c -> false);
      case "and", "or", "not" -> throw error(token, "%s is not expected".formatted(token.quoted()));
      default -> parameter(token);
    };
  }

  private Term parameter(Token token) {
    for (Parameter parameter : parameters) {
      if (parameter.name().equals(token.text())) {
        names.add(parameter.name());
        return Term.of(parameter);
      }
    }
    String names = parameters.stream().map(Parameter::name).collect(Collectors.joining(", "));
    boolean mayBeText = parameters.stream().map(Term::of).anyMatch(Term.Text.class::isInstance);
    throw error(
        token,
        "expected one of %s but got %s%s"
            .formatted(names, token.quoted(), mayBeText ? "; quote it if it is text" : ""));
  }

  private Predicate<Configuration> truth(Term term, Token at) {
    if (term instanceof Term.Truth truth) {
      return truth.of();
    }
    throw error(at, "a condition is expected but %s is found; compare it".formatted(term.kind()));
  }

  private Term.Numeric number(Term term, Token operator) {
    if (term instanceof Term.Numeric number) {
      return number;
    }
    throw error(
        operator, "%s needs numbers but one side is %s".formatted(operator.quoted(), term.kind()));
  }

  private static String quoted(Set<String> texts) {
    return new TreeSet<>(texts)
        .stream().map(text -> "'" + text + "'").collect(Collectors.joining(", "));
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean accept(String word) {
    if (!peek().is(word)) {
      return false;
    }
    next++;
    return true;
  }

  private IllegalArgumentException error(Token token, String problem) {
    return Token.error(expression, token.position(), problem);
  }
}
