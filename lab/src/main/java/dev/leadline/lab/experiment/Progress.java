package dev.leadline.lab.experiment;

import java.time.Duration;

/** Hears how far a run has come. Called from several threads, one at a time. */
@FunctionalInterface
public interface Progress {

  /**
   * Some evaluations were made.
   *
   * @param done evaluations made, earlier sessions included
   * @param total evaluations of the plan
   * @param left the estimated time to the end
   * @param latest the method that just made a step
   */
  void at(long done, long total, Duration left, String latest);
}
