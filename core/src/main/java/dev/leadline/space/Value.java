package dev.leadline.space;

/** The value of one parameter in the user's units. Immutable and thread-safe. */
public sealed interface Value {

  /** A number of a real parameter. */
  record Real(double number) implements Value {
    public Real {
      if (!Double.isFinite(number)) {
        throw new IllegalArgumentException("expected a finite number but got " + number);
      }
      number += 0.0; // -0.0 and 0.0 are one value
    }

    @Override
    public String toString() {
      return Double.toString(number);
    }
  }

  /** A whole number of an integer or ordinal parameter. */
  record Whole(long number) implements Value {
    @Override
    public String toString() {
      return Long.toString(number);
    }
  }

  /** An option of a choice or ordinal parameter. */
  record Text(String text) implements Value {
    @Override
    public String toString() {
      return text;
    }
  }

  /** On or off. */
  record Flag(boolean on) implements Value {
    @Override
    public String toString() {
      return Boolean.toString(on);
    }
  }

  /** The value as it is written into a command line, a template or a file. */
  @Override
  String toString();
}
