package dev.leadline.app.report;

import java.time.Duration;

/** Durations as people write them. */
public final class Durations {

  private Durations() {}

  /** {@code 1h05m}, {@code 3m20s}, {@code 12s} or {@code 0.5s}. */
  public static String format(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds >= 3600) {
      return "%dh%02dm".formatted(seconds / 3600, seconds / 60 % 60);
    }
    if (seconds >= 60) {
      return "%dm%02ds".formatted(seconds / 60, seconds % 60);
    }
    long millis = Math.max(0, duration.toMillis());
    return millis % 1000 == 0 || seconds >= 10 ? seconds + "s" : "%.1fs".formatted(millis / 1000.0);
  }
}
