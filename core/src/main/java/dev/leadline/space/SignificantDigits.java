package dev.leadline.space;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers in as many digits as readers want, and as tell them apart. */
public final class SignificantDigits {

  /** More than these tell no two numbers apart. */
  public static final int ALL = 17;

  private static final int FEW = 5;

  private SignificantDigits() {}

  /** Five significant digits, without trailing zeros; powers of ten where digits would not fit. */
  public static String text(double value) {
    return text(value, FEW);
  }

  /**
   * A number beside others of its kind: with as many more digits as they have in common.
   *
   * @param range between the smallest and the largest of them
   */
  public static String text(double value, double range) {
    return text(value, Math.max(FEW, among(FEW - 1, value, range)));
  }

  /**
   * The digits that leave the given number of them beyond those that numbers have in common.
   *
   * @param size of the largest
   * @param range between the smallest and the largest of them
   */
  public static int among(int few, double size, double range) {
    double common = Math.floor(Math.log10(Math.abs(size))) - Math.floor(Math.log10(range));
    boolean isMore = size != 0 && range > 0 && common > 0;
    return isMore ? (int) Math.min(ALL, few + common) : few;
  }

  public static double round(double value, int digits) {
    return new BigDecimal(value)
        .round(new MathContext(digits, RoundingMode.HALF_EVEN))
        .doubleValue();
  }

  private static String text(double value, int digits) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    MathContext context = new MathContext(digits, RoundingMode.HALF_EVEN);
    BigDecimal rounded = new BigDecimal(value).round(context).stripTrailingZeros();
    double size = Math.abs(value);
    return size >= 1e-4 && size < 1e9 ? rounded.toPlainString() : rounded.toString();
  }
}
