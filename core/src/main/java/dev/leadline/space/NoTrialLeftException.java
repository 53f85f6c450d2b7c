package dev.leadline.space;

/** Thrown when a study hands out no further trial; the message says why and what to do. */
public abstract class NoTrialLeftException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  protected NoTrialLeftException(String message) {
    super(message);
  }
}
