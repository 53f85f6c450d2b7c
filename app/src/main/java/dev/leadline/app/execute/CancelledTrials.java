package dev.leadline.app.execute;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends the evaluation of trials that no longer belong to this process, before another begins it.
 * Thread-safe.
 */
final class CancelledTrials {

  private final Evaluations evaluations;
  private final StopSignal bell;
  private final Set<Integer> lost = ConcurrentHashMap.newKeySet();

  /**
   * @param bell rung when something was ended
   */
  CancelledTrials(Evaluations evaluations, StopSignal bell) {
    this.evaluations = evaluations;
    this.bell = bell;
  }

  /** Ends the trials at once: there is no time to ask them kindly. */
  void end(Set<Integer> trials) {
    lost.addAll(trials);
    evaluations.endAtOnce(trials);
    bell.ring();
  }

  /** Whether a trial was ended here; says so once. */
  boolean takes(int trial) {
    return lost.remove(trial);
  }

  /** A trial that is claimed again is no longer lost. */
  void forget(int trial) {
    lost.remove(trial);
  }
}
