package dev.leadline.app.commands;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as {@code 30s}, {@code 10m}, {@code 1h30m} and {@code 500ms}. */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)");
  private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")+");

  @Override
  public Duration convert(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new TypeConversionException(
          "expected a duration like 500ms, 30s, 10m or 1h30m but got '%s'".formatted(text));
    }
    double millis = 0;
    for (Matcher part = PART.matcher(text); part.find(); ) {
      millis += Double.parseDouble(part.group(1)) * millisOf(part.group(2));
    }
    if (millis < 1) {
      throw new TypeConversionException("expected a duration above zero but got " + text);
    }
    return Duration.ofMillis(Math.round(millis));
  }

  private static double millisOf(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1e3;
      case "m" -> 60e3;
      case "h" -> 3600e3;
      default -> 86400e3;
    };
  }
}
