package dev.leadline.app.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;

/** Numbers and lengths of time as people read them. */
public final class Numbers {

  private static final int FEW = 5;

  /** More than these tell no two numbers apart. */
  private static final int ALL = 17;

  private Numbers() {}

  /** Five significant digits, without trailing zeros; powers of ten where digits would not fit. */
  public static String format(double value) {
    return rounded(value, FEW);
  }

  /**
   * A number beside others of its kind: with as many more digits as they have in common.
   *
   * @param range between the smallest and the largest of them
   */
  public static String format(double value, double range) {
    double common = Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(range)) - 1;
    boolean isMore = value != 0 && range > 0 && common > 0;
    return rounded(value, isMore ? (int) Math.min(ALL, FEW + common) : FEW);
  }

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

  private static String rounded(double value, int digits) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    MathContext context = new MathContext(digits, RoundingMode.HALF_EVEN);
    BigDecimal rounded = new BigDecimal(value).round(context).stripTrailingZeros();
    double size = Math.abs(value);
    return size >= 1e-4 && size < 1e9 ? rounded.toPlainString() : rounded.toString();
  }
}
