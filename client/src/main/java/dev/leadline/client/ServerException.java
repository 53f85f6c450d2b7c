package dev.leadline.client;

import java.io.Serial;

/** A server that refused a call or could not be reached; the message is a sentence for the user. */
public final class ServerException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final int status;

  ServerException(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /** The status in HTTP; 0 if there was no answer. */
  public int status() {
    return status;
  }
}
