package dev.leadline.app.run;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as people read them. */
public final class Numbers {

  private static final MathContext DIGITS = new MathContext(5, RoundingMode.HALF_EVEN);

  private Numbers() {}

  /** Five significant digits, without trailing zeros; powers of ten where digits would not fit. */
  public static String format(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    double size = Math.abs(value);
    return size >= 1e-4 && size < 1e9 ? rounded.toPlainString() : rounded.toString();
  }
}
