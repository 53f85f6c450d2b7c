package dev.leadline.app;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads whole numbers, and says what was expected instead of another text. */
public final class WholeNumberConverter implements ITypeConverter<Integer> {

  /* Classes and not references to methods: OpenJDK 17 crashes when it archives the classes of a run with those. */

  @Override
  public Integer convert(String text) {
    return (int) parse(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** The same for large ones. */
  public static final class Large implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
      return parse(text, Long.MIN_VALUE, Long.MAX_VALUE);
    }
  }

  private static long parse(String text, long least, long most) {
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new TypeConversionException(
        "expected a whole number of at most %d but got '%s'".formatted(most, text));
  }
}
