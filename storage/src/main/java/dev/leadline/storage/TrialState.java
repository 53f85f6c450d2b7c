package dev.leadline.storage;

/** Where a stored trial stands. */
public enum TrialState {
  /** Suggested, and nobody is working on it: its last worker was stopped or died. */
  QUEUED,
  /** Being evaluated by the process that holds the study. */
  RUNNING,
  /** Evaluated; has a value. */
  DONE,
  /** Gave no value; has a reason. */
  FAILED;

  /** Whether a result can still be recorded. */
  public boolean isOpen() {
    return this == QUEUED || this == RUNNING;
  }
}
