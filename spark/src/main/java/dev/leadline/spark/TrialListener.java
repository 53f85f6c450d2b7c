package dev.leadline.spark;

import dev.leadline.study.Trial;

/** Hears of the progress of a {@link SparkTuner}, always on the thread that tunes. */
public interface TrialListener {

  /** Hears nothing. */
  TrialListener NONE = new TrialListener() {};

  /** A trial was handed to the cluster. */
  default void submitted(Trial trial) {}

  /** The executor of a trial was lost; the trial begins again. */
  default void lost(int trial) {}

  /** A trial got its value or failed. */
  default void finished(Trial trial) {}
}
