package dev.leadline.study;

/** Where a trial stands. */
public enum TrialState {
  /** Handed out, no result yet. */
  RUNNING,
  /** Finished with a finite value. */
  COMPLETED,
  /** Finished without a usable value. */
  FAILED,
  /** Ended before it was complete, because it would not have become good. */
  STOPPED
}
