package dev.leadline.storage;

/** Words of programs and people in a form that every store keeps. */
public final class StoredText {

  private static final int UNKNOWN = 0xFFFD;

  private StoredText() {}

  /**
   * The same text; a NUL, which PostgreSQL refuses, and half of a pair of surrogates, which no text
   * in UTF-8 has, become the mark of an unknown character.
   */
  public static String of(String text) {
    StringBuilder stored = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? UNKNOWN : c)
        .forEach(stored::appendCodePoint);
    return stored.toString();
  }
}
