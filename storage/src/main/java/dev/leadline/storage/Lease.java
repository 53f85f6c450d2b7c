package dev.leadline.storage;

import java.time.Instant;

/**
 * The last claim of a trial, kept after its end: it says who evaluated the trial. Immutable and
 * thread-safe.
 *
 * @param token of the {@link Claimant}
 * @param worker its name
 * @param claimed since when it works on the trial
 * @param until when the claim runs out unless it is renewed
 */
public record Lease(int trial, String token, String worker, Instant claimed, Instant until) {

  /** The claim of somebody who begins now. */
  static Lease begin(int trial, Claimant who, Instant now) {
    return new Lease(trial, who.token(), who.name(), now, now.plus(who.patience()));
  }

  Lease renewed(Claimant who, Instant now) {
    return new Lease(trial, token, worker, claimed, now.plus(who.patience()));
  }

  boolean isHeldBy(Claimant who) {
    return token.equals(who.token());
  }

  boolean hasRunOut(Instant now) {
    return !now.isBefore(until);
  }
}
