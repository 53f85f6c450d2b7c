package dev.leadline.storage.problem;

import java.io.Serial;

/** Input that cannot be understood; the message says where it stands and what was expected. */
public final class InputException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  public InputException(String where, String sentence) {
    super(where + ": " + sentence);
  }
}
