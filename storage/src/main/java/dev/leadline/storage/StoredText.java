package dev.leadline.storage;

/** Words of programs and people in a form that every store keeps. */
public final class StoredText {

  private StoredText() {}

  /** The same text; a NUL, which PostgreSQL refuses, becomes the mark of an unknown character. */
  public static String of(String text) {
    return text.replace('\0', '\uFFFD');
  }
}
