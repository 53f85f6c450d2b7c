package dev.leadline.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** One change of a study in its tables, inside a transaction that holds the study's row. */
record StudyChange(Connection connection, StudyTable.Row row) {

  Instant now() {
    return row.now();
  }

  TrialTable trials() {
    return new TrialTable(connection, row.id());
  }

  LeaseTable leases() {
    return new LeaseTable(connection, row.id());
  }

  StoredTrial put(StoredTrial trial) throws SQLException {
    return put(trial, Optional.empty());
  }

  StoredTrial find(int number) throws SQLException {
    return trials().find(number).orElseThrow(() -> RefusedException.noTrial(number));
  }

  /**
   * Adds a trial, unless its number is not the next one, the request for it was granted before or
   * the budget has no room for it.
   */
  Optional<StoredTrial> insert(StoredTrial trial, Claimant who) throws SQLException {
    if (trial.number() != trials().size()
        || IdempotentClaims.in(trials(), leases(), who).isPresent()) {
      return Optional.empty();
    }
    if (trial.state().isOpen()) {
      requireRoom();
    }
    freeRequest(who);
    trials().put(trial, who.request(), row.entry().change());
    return Optional.of(trial);
  }

  /** Begins the next attempt of a trial that was queued. */
  StoredTrial claim(int number, Claimant who) throws SQLException {
    leases().put(Lease.begin(number, who, now()));
    freeRequest(who);
    return put(find(number).claimed(), who.request());
  }

  void release(Claimant who) throws SQLException {
    for (Lease lease : leases().heldBy(who)) {
      put(find(lease.trial()).released());
    }
  }

  void note(String sentence) throws SQLException {
    StudyTable.put(connection, row.id(), row.entry().header().noted(sentence));
  }

  private StoredTrial put(StoredTrial trial, Optional<String> request) throws SQLException {
    trials().put(trial, request, row.entry().change());
    return trial;
  }

  private void freeRequest(Claimant who) throws SQLException {
    if (who.request().isPresent()) {
      trials().freeRequest(who.request().get());
    }
  }

  private void requireRoom() throws SQLException {
    Optional<Budget> budget = row.entry().header().budget();
    if (budget.isPresent() && !budget.get().hasRoom(trials().counts())) {
      throw new BudgetSpentException(budget.get());
    }
  }
}
