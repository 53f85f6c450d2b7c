package dev.leadline.client;

import dev.leadline.space.NoTrialLeftException;
import java.io.Serial;

/** The server hands out no trial; the message says why and what to do. */
public final class NoTrialException extends NoTrialLeftException {

  @Serial private static final long serialVersionUID = 1L;

  /** Why there is none. */
  public enum Reason {
    /** All trials are used up; some may come back if their workers die. */
    BUDGET,
    /** The study has done enough, by one of its own rules. */
    ENOUGH,
    /** Somebody paused the study. */
    PAUSED,
    /** Somebody ended the study. */
    ENDED
  }

  private final Reason reason;

  NoTrialException(Reason reason, String sentence) {
    super(sentence);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
