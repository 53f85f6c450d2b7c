package dev.leadline.space;

import java.util.Locale;

/** Thrown when a study hands out no further trial; the message says why and what to do. */
public class NoTrialLeftException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  /** Why there is none. */
  public enum Reason {
    /** No configuration is left to try, or none can be found. */
    SPACE,
    /** All trials are used up; some may come back if their workers die. */
    BUDGET,
    /** The study has done enough, by one of its own rules. */
    ENOUGH,
    /** Somebody paused the study. */
    PAUSED,
    /** Somebody ended the study. */
    ENDED;

    /** As programs write it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Reason reason;

  public NoTrialLeftException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
