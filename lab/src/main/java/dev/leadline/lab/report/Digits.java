package dev.leadline.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers for readers: three significant digits, powers of ten only where zeros would pile up. */
public final class Digits {

  private Digits() {}

  /** The number in this format, with a point; a dash for none. */
  public static String fixed(String format, double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
  }

  public static String of(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    if (value == 0 || Double.isInfinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    double size = Math.abs(value);
    if (size >= 1e6 || size < 1e-3) {
      String text = String.format(Locale.ROOT, "%.2e", value);
      return text.replaceAll("\\.?0+e", "e").replaceAll("e([-+])0", "e$1").replace("e+", "e");
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(3));
    return rounded.stripTrailingZeros().toPlainString();
  }
}
