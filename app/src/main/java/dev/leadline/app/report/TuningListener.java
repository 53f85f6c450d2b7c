package dev.leadline.app.report;

import dev.leadline.study.TrialRecord;

/** Hears of the progress of a run, always on the thread of its loop. */
public interface TuningListener {

  /** A trial got its value or failed. */
  void finished(TrialRecord trial, TuningProgress progress);

  /** The first value of this run was found in a line. */
  void found(double value, String line);

  /** Nothing is left to start, but others have not finished what they may leave behind. */
  void waitingForOthers(long trials);

  /** Some time has passed while trials run. */
  void waiting(TuningProgress progress);
}
