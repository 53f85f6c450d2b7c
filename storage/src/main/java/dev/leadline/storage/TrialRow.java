package dev.leadline.storage;

import java.util.Optional;

/**
 * All that is kept of a trial. Immutable and thread-safe.
 *
 * @param changed the number of the change of the study after which it stood like this
 * @param request the key under which it was asked for or added, if it had one
 * @param lease its last claim, if it ever was claimed
 */
public record TrialRow(
    StoredTrial trial, long changed, Optional<String> request, Optional<Lease> lease) {

  public int number() {
    return trial.number();
  }

  /** The same trial with what it does not say of request and lease as it was before. */
  TrialRow over(TrialRow before) {
    return new TrialRow(trial, changed, request.or(before::request), lease.or(before::lease));
  }

  TrialRow withoutRequest() {
    return new TrialRow(trial, changed, Optional.empty(), lease);
  }
}
