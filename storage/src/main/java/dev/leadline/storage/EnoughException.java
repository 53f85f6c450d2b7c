package dev.leadline.storage;

import dev.leadline.space.NoTrialLeftException;
import java.io.Serial;

/** A study that has done enough, by one of its own rules, was asked for a trial. */
public final class EnoughException extends NoTrialLeftException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * @param reason the rule that holds, with the numbers that make it hold
   */
  public EnoughException(String reason) {
    super(reason);
  }
}
