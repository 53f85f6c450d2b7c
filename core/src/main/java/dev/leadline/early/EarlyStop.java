package dev.leadline.early;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which trials of a study are ended before they are complete. Immutable and thread-safe.
 *
 * <p>It is written as {@code model}, {@code asha first=2 factor=4}, {@code median after=6}.
 *
 * @param rule how it is decided
 * @param first no trial is ended before this step; the first rung of {@link Rule#ASHA}
 * @param factor of {@link Rule#ASHA}: one in so many goes on from a rung, and the next is so many
 *     times higher
 * @param after of the other rules: so many trials are complete before one is ended
 * @param chance of {@link Rule#MODEL}: how large a chance of becoming the best is given up to save
 *     a whole trial; the less there is to save, and the younger the trial, the smaller it must be
 */
public record EarlyStop(Rule rule, int first, int factor, int after, double chance) {

  /** How it is decided whether a trial goes on. */
  public enum Rule {
    /** Asynchronous successive halving: at some steps only the better ones go on. */
    ASHA,
    /** A trial ends whose best value is worse than the median of complete trials at its step. */
    MEDIAN,
    /** A trained network says where the curve will end. */
    MODEL;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Rule of(String word) {
      for (Rule rule : values()) {
        if (rule.word().equals(word)) {
          return rule;
        }
      }
      throw new IllegalArgumentException(
          "expected a rule of asha, median or model but got '%s'".formatted(word));
    }
  }

  public EarlyStop {
    atLeast(1, first, "first");
    atLeast(2, factor, "factor");
    atLeast(1, after, "after");
    if (!(chance > 0 && chance < 1)) {
      throw new IllegalArgumentException("expected a chance above 0 and below 1 but got " + chance);
    }
  }

  private static void atLeast(int least, int number, String name) {
    if (number < least) {
      throw new IllegalArgumentException(
          "expected %s of at least %d but got %d".formatted(name, least, number));
    }
  }

  /** A rule with its usual numbers. */
  public static EarlyStop by(Rule rule) {
    return new EarlyStop(rule, 1, 3, 4, 0.12);
  }

  /**
   * Reads a rule and its numbers, separated by blanks or commas.
   *
   * @throws IllegalArgumentException if there is something wrong; the message says what
   */
  public static EarlyStop parse(String text) {
    String[] words = text.strip().split("[ ,]+", -1);
    EarlyStop stop = by(Rule.of(words[0]));
    List<String> seen = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "expected NAME=NUMBER after %s but got '%s'".formatted(words[0], words[i]));
      }
      String name = words[i].substring(0, equals);
      if (seen.contains(name)) {
        throw new IllegalArgumentException("expected %s once but got it again".formatted(name));
      }
      seen.add(name);
      stop = stop.with(name, words[i].substring(equals + 1));
    }
    return stop;
  }

  /**
   * The same with another number.
   *
   * @throws IllegalArgumentException if the rule has no such number or it is none
   */
  public EarlyStop with(String name, String number) {
    if (!names().contains(name)) {
      throw new IllegalArgumentException(
          "expected one of %s with the rule %s but got '%s'"
              .formatted(String.join(", ", names()), rule.word(), name));
    }
    return switch (name) {
      case "first" -> new EarlyStop(rule, whole(name, number), factor, after, chance);
      case "factor" -> new EarlyStop(rule, first, whole(name, number), after, chance);
      case "after" -> new EarlyStop(rule, first, factor, whole(name, number), chance);
      default -> new EarlyStop(rule, first, factor, after, real(name, number));
    };
  }

  /** The numbers that the rule has. */
  private List<String> names() {
    return switch (rule) {
      case ASHA -> List.of("first", "factor");
      case MEDIAN -> List.of("first", "after");
      case MODEL -> List.of("first", "after", "chance");
    };
  }

  private static int whole(String name, String number) {
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected a whole number for %s but got '%s'".formatted(name, number), e);
    }
  }

  private static double real(String name, String number) {
    try {
      return Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected a number for %s but got '%s'".formatted(name, number), e);
    }
  }

  /** What decides. */
  public EarlyRule create() {
    return switch (rule) {
      case ASHA -> new SuccessiveHalving(first, factor);
      case MEDIAN -> new MedianRule(first, after);
      case MODEL -> new ForecastRule(this, NetworkForecaster::shipped);
    };
  }

  /** All of it; {@link #parse} reads it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(rule.word());
    for (String name : names()) {
      text.append(' ').append(name).append('=').append(number(name));
    }
    return text.toString();
  }

  private String number(String name) {
    return switch (name) {
      case "first" -> Integer.toString(first);
      case "factor" -> Integer.toString(factor);
      case "after" -> Integer.toString(after);
      default -> BigDecimal.valueOf(chance).toPlainString();
    };
  }
}
