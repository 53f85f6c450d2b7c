package dev.leadline.study;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit on something that is measured, such as {@code p99_ms <= 50}. Immutable and thread-safe.
 *
 * @param metric the name of what is measured
 * @param side on which side of the bound it has to stay
 * @param bound in the units of the metric; allowed itself
 */
public record Limit(String metric, Side side, double bound) {

  /** The side of a bound that is allowed, the bound included. */
  public enum Side {
    AT_MOST("<=", 1),
    AT_LEAST(">=", -1);

    private final String sign;
    private final int towards;

    Side(String sign, int towards) {
      this.sign = sign;
      this.towards = towards;
    }
  }

  private static final String METRIC = "[A-Za-z_][A-Za-z0-9_.-]*";
  private static final Pattern FORM =
      Pattern.compile("\\s*(" + METRIC + ")\\s*([<>=!]+)\\s*(\\S+)\\s*");

  public Limit {
    if (!metric.matches(METRIC)) {
      throw new IllegalArgumentException(
          "expected a metric of letters, digits, '_', '.' and '-' but got '%s'".formatted(metric));
    }
    if (!Double.isFinite(bound)) {
      throw new IllegalArgumentException(
          "expected a finite bound of %s but got %s".formatted(metric, bound));
    }
  }

  /**
   * Reads a limit.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static Limit parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "expected a metric, <= or >= and a number, for example 'p99_ms <= 50', but got '%s'"
              .formatted(text));
    }
    for (Side side : Side.values()) {
      if (side.sign.equals(form.group(2))) {
        return new Limit(form.group(1), side, number(form.group(3), text));
      }
    }
    throw new IllegalArgumentException(
        "expected <= or >= but got '%s' in '%s'".formatted(form.group(2), text));
  }

  private static double number(String bound, String text) {
    try {
      double number = Double.parseDouble(bound);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "expected a number on the right of the limit but got '%s' in '%s'".formatted(bound, text));
  }

  /** The limit as {@link #parse} reads it. */
  public String description() {
    return "%s %s %s".formatted(metric, side.sign, bound);
  }

  /**
   * Does nothing if something keeps both this limit and another.
   *
   * @throws IllegalArgumentException if not
   */
  public void requireRoomBeside(Limit other) {
    boolean isOpposite = metric.equals(other.metric) && side != other.side;
    if (isOpposite && !isKeptBy(Measurements.of(metric, other.bound))) {
      throw new IllegalArgumentException(
          "expected limits that something keeps but got '%s' and '%s'; change one"
              .formatted(other.description(), description()));
    }
  }

  /** Whether what was measured keeps the limit; what was not measured does not. */
  public boolean isKeptBy(Measurements measured) {
    return excess(measured) <= 0;
  }

  /** By how much the metric is beyond the bound; negative within it, NaN if not measured. */
  public double excess(Measurements measured) {
    return side.towards * (measured.get(metric).orElse(Double.NaN) - bound);
  }
}
