package dev.leadline.storage;

import java.io.Serial;

/** A study that is paused or has ended was asked for a trial. */
public final class NotOpenException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final StudyPhase phase;

  public NotOpenException(StudyPhase phase) {
    super(
        phase == StudyPhase.PAUSED
            ? "the study is paused; ask again when it goes on"
            : "the study has ended; open it again to get more trials");
    this.phase = phase;
  }

  public StudyPhase phase() {
    return phase;
  }

  static void require(StudyPhase phase) {
    if (phase != StudyPhase.OPEN) {
      throw new NotOpenException(phase);
    }
  }
}
