package dev.leadline.study;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something measured that is to be small or large. Immutable and thread-safe.
 *
 * @param metric its name
 */
public record Goal(String metric, Direction direction) {

  /** The name of a value that nobody named. */
  public static final String UNNAMED = "value";

  private static final Pattern FORM = Pattern.compile("(mini|maxi)mi[sz]e[ :](.+)");

  public Goal {
    if (metric.isEmpty() || metric.indexOf('\n') >= 0 || metric.indexOf('\r') >= 0) {
      throw new IllegalArgumentException(
          "expected the name of what is measured in one line but got '%s'".formatted(metric));
    }
  }

  public static Goal minimise(String metric) {
    return new Goal(metric, Direction.MINIMISE);
  }

  public static Goal maximise(String metric) {
    return new Goal(metric, Direction.MAXIMISE);
  }

  /** {@link #minimise} in American spelling. */
  public static Goal minimize(String metric) {
    return minimise(metric);
  }

  /** {@link #maximise} in American spelling. */
  public static Goal maximize(String metric) {
    return maximise(metric);
  }

  /**
   * Reads a goal such as {@code minimise latency_ms} or {@code minimize:latency_ms}.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static Goal parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "expected minimise:METRIC or maximise:METRIC but got '%s'".formatted(text));
    }
    return new Goal(
        form.group(2), form.group(1).equals("mini") ? Direction.MINIMISE : Direction.MAXIMISE);
  }

  boolean isUnnamed() {
    return metric.equals(UNNAMED);
  }

  /** The goal as {@link #parse} reads it. */
  public String description() {
    return direction.name().toLowerCase(Locale.ROOT) + " " + metric;
  }
}
