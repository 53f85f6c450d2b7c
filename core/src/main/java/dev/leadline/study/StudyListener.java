package dev.leadline.study;

/**
 * Hears of what happens while a function is optimised, one call at a time. What it throws ends the
 * optimisation.
 */
public interface StudyListener {

  /** A trial has its result. */
  default void onTrial(Trial trial) {}

  /** A trial is better than all before it. */
  default void onBest(Trial trial) {}

  /** No further trial will be evaluated. */
  default void onEnd() {}
}
