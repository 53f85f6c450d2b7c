package dev.leadline.client.json;

import java.io.Serial;

/** JSON that is not as expected; the message is a sentence for whoever sent it. */
public final class FieldException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  public FieldException(String sentence) {
    super(sentence);
  }
}
