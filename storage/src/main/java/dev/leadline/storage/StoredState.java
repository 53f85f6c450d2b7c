package dev.leadline.storage;

/** Where a stored trial stands. */
public enum StoredState {
  /** Suggested, and nobody is working on it: its last worker was stopped or died. */
  QUEUED,
  /** Being evaluated by the session that claimed it. */
  RUNNING,
  /** Evaluated; has a value. */
  DONE,
  /** Gave no value; has a reason. */
  FAILED,
  /** Ended early; has a reason, and the value that was to be expected of it. */
  STOPPED,
  /** Taken out of the study; has a reason, and its number is not given to another. */
  DELETED;

  /** Whether a result is still to come. */
  public boolean isOpen() {
    return this == QUEUED || this == RUNNING;
  }
}
