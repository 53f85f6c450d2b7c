package dev.leadline.storage;

import java.sql.SQLException;
import java.util.Optional;

/** What was granted to a claimant under the request that it makes again. */
final class IdempotentClaims {

  private IdempotentClaims() {}

  /** The trial that it got then, as long as that is its own or has a result. */
  static Optional<StoredTrial> in(TrialTable trials, LeaseTable leases, Claimant who)
      throws SQLException {
    if (who.request().isEmpty()) {
      return Optional.empty();
    }
    Optional<StoredTrial> trial = trials.requested(who.request().get());
    if (trial.isEmpty() || trial.get().state() != StoredState.RUNNING) {
      return trial.filter(found -> isOver(found.state()));
    }
    boolean isHeld =
        leases.heldBy(who).stream().anyMatch(lease -> lease.trial() == trial.get().number());
    return isHeld ? trial : Optional.empty();
  }

  static boolean isOver(StoredState state) {
    return state == StoredState.DONE || state == StoredState.FAILED || state == StoredState.STOPPED;
  }
}
