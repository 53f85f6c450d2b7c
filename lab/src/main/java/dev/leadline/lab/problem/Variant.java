package dev.leadline.lab.problem;

/**
 * What a task makes of its function.
 *
 * @param placement where the minimum lies
 * @param irrelevant the number of further inputs, which the function ignores
 * @param output what an optimiser sees of the values
 * @param noise the standard deviation of the observation noise as a share of that of the values
 *     over the cube; 0 for none
 */
record Variant(Placement placement, int irrelevant, Output output, double noise) {

  private static final int MOST_IRRELEVANT = 200;

  /** The function as it is. */
  static final Variant ORIGINAL = new Variant(Placement.ORIGINAL, 0, Output.PLAIN, 0);

  /** Where the minimum of a task lies. */
  enum Placement {
    ORIGINAL,
    SHIFTED
  }

  /** What an optimiser sees of the values. */
  enum Output {
    PLAIN,
    SKEWED
  }

  Variant {
    if (!(noise >= 0 && noise <= 10)) {
      throw new IllegalArgumentException(
          "expected noise between 0 and 10 standard deviations but was " + noise);
    }
    if (irrelevant < 0 || irrelevant > MOST_IRRELEVANT) {
      throw new IllegalArgumentException(
          "expected 0 to %d irrelevant inputs but got %d".formatted(MOST_IRRELEVANT, irrelevant));
    }
  }

  /**
   * Reads the variants of a pattern such as {@code levy-5d@shift@noise=0.1}.
   *
   * @param parts the pattern, cut at every @
   */
  static Variant parse(String pattern, String[] parts) {
    Variant variant = ORIGINAL;
    for (int i = 1; i < parts.length; i++) {
      variant = variant.with(pattern, parts[i]);
    }
    return variant;
  }

  private Variant with(String pattern, String part) {
    if (part.equals("shift")) {
      return new Variant(Placement.SHIFTED, irrelevant, output, noise);
    } else if (part.equals("skew")) {
      return new Variant(placement, irrelevant, Output.SKEWED, noise);
    } else if (part.startsWith("irrelevant=")) {
      return new Variant(placement, count(pattern, after(part)), output, noise);
    } else if (part.startsWith("noise=")) {
      return new Variant(placement, irrelevant, output, share(pattern, after(part)));
    }
    throw new IllegalArgumentException(
        "unknown variant '@%s' in '%s': expected @shift, @irrelevant=COUNT, @skew or @noise=SHARE"
            .formatted(part, pattern));
  }

  /** The variants as they stand in the name of a task, in a fixed order. */
  String suffix() {
    return (placement == Placement.SHIFTED ? "@shift" : "")
        + (irrelevant > 0 ? "@irrelevant=" + irrelevant : "")
        + (output == Output.SKEWED ? "@skew" : "")
        + (noise > 0 ? "@noise=" + noise : "");
  }

  private static String after(String part) {
    return part.substring(part.indexOf('=') + 1);
  }

  private static int count(String pattern, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected a whole number after @irrelevant= in '%s' but got '%s'"
              .formatted(pattern, text),
          e);
    }
  }

  private static double share(String pattern, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected a number after @noise= in '%s' but got '%s'".formatted(pattern, text), e);
    }
  }
}
