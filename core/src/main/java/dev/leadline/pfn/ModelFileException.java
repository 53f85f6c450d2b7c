package dev.leadline.pfn;

import java.io.IOException;

/**
 * A model or weight file that is wrong, cut or foreign. The message is one sentence for a user: it
 * says what was expected and what was found.
 */
public final class ModelFileException extends IOException {

  private static final long serialVersionUID = 1L;

  public ModelFileException(String message) {
    super(message);
  }

  public ModelFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
