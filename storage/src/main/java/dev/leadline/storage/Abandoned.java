package dev.leadline.storage;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The trials that are claimed and that nobody evaluates: those of the dead, and those whose claim
 * was never answered. Thread-safe.
 */
record Abandoned(Predicate<String> isDead, OwnClaims own) {

  /** Whether the dead have left one. */
  boolean isAny(LeaseTable leases, Instant now) throws SQLException {
    return leases.running().stream().anyMatch(running -> isOrphan(running, now));
  }

  /** Whether this claimant holds one without knowing it. */
  boolean isAnyUnanswered(LeaseTable leases, Claimant who) throws SQLException {
    return leases.running().stream().anyMatch(running -> isUnanswered(running, who));
  }

  /** Queues again, or gives up, what the dead have left. */
  void bury(StudyChange change) throws SQLException {
    for (LeaseTable.Claimed running : change.leases().running()) {
      if (isOrphan(running, change.now())) {
        StoredTrial trial = change.find(running.trial());
        change.put(trial.orphaned(change.row().entry().header().maxDeaths(), change.now()));
      }
    }
  }

  /** Hands out a trial that this claimant holds without knowing it. */
  Optional<StoredTrial> unanswered(StudyChange change, Claimant who) throws SQLException {
    for (LeaseTable.Claimed running : change.leases().running()) {
      if (isUnanswered(running, who)) {
        change.leases().put(Lease.begin(running.trial(), who, change.now()));
        return change.trials().find(running.trial());
      }
    }
    return Optional.empty();
  }

  private boolean isOrphan(LeaseTable.Claimed running, Instant now) {
    return running.lease().isEmpty()
        || running.lease().get().hasRunOut(now)
        || isDead.test(running.lease().get().token());
  }

  /** Whether the answer to a claim never came, because the connection broke. */
  private boolean isUnanswered(LeaseTable.Claimed running, Claimant who) {
    return own.isSelf(who)
        && running.lease().filter(lease -> lease.isHeldBy(who)).isPresent()
        && !own.isKnown(running.trial());
  }
}
