package dev.leadline.storage;

import java.util.random.RandomGenerator;

/** Any finite number and any text, the first ones chosen to be awkward. */
final class AnyValue {

  private static final double[] NUMBERS = {
    0.0,
    -0.0,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1e15,
    0x1p53,
    -0x1p63,
    0x1p63,
    1e300,
    0.1 + 0.2,
    1 / 3.0
  };
  private static final String[] TEXTS = {
    "a\0b",
    "\ud800",
    "a\udc00b",
    "\ud83d\ude00",
    "\u2028",
    "\u0085 x",
    "'--",
    "a=b",
    "x\ty",
    "NULL",
    "\uffff"
  };

  private AnyValue() {}

  static double number(RandomGenerator random, int index) {
    double number =
        index < NUMBERS.length
            ? NUMBERS[index]
            : index % 2 == 0 ? random.nextInt(-9, 9) : Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(number) ? number : number(random, index);
  }

  /** A text without line breaks that is not blank. */
  static String text(RandomGenerator random, int index) {
    if (index < TEXTS.length) {
      return TEXTS[index] + "x";
    }
    StringBuilder text = new StringBuilder("x");
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      char c = (char) (random.nextInt(4) == 0 ? random.nextInt(1 << 16) : random.nextInt(128));
      text.append(c == '\n' || c == '\r' ? ' ' : c);
    }
    return text.toString();
  }
}
