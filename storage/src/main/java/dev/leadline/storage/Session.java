package dev.leadline.storage;

import java.time.Clock;
import java.time.Duration;

/**
 * Who opens a study. Immutable and thread-safe.
 *
 * @param self this process
 * @param patience how long its claims are respected without a sign of life
 * @param clock of this machine; a database with a clock of its own goes by that
 */
public record Session(Worker self, Duration patience, Clock clock) {

  /** A session of this process. */
  public static Session usual() {
    return new Session(Worker.self(), Claimant.USUAL_PATIENCE, Clock.systemUTC());
  }

  public Session patience(Duration newPatience) {
    return new Session(self, newPatience, clock);
  }
}
