package dev.leadline.storage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The last claims of one study's trials, in their rows. They carry no results, so no checksums. */
record LeaseTable(Connection connection, long study) {

  /**
   * A trial and its last claim.
   *
   * @param lease empty if it never was claimed, or the row of the claim was lost
   */
  record Claimed(int trial, Optional<Lease> lease) {}

  /** The claims of the trials that are running or changed after a change of the study. */
  List<Lease> since(long change) throws SQLException {
    return of("(changed > ? OR state = 'RUNNING')", study, change).stream()
        .flatMap(claimed -> claimed.lease().stream())
        .toList();
  }

  /** All running trials, by number. */
  List<Claimed> running() throws SQLException {
    return of("state = 'RUNNING'", study);
  }

  private List<Claimed> of(String condition, Object... arguments) throws SQLException {
    return Sql.query(
        connection,
        "SELECT number, token, worker, claimed, until FROM trial WHERE study = ? AND %s ORDER BY number"
            .formatted(condition),
        row ->
            new Claimed(
                row.getInt("number"),
                row.getString("token") == null ? Optional.empty() : Optional.of(lease(row))),
        arguments);
  }

  /** What a claimant holds. */
  List<Lease> heldBy(Claimant who) throws SQLException {
    return running().stream()
        .flatMap(claimed -> claimed.lease().stream())
        .filter(lease -> lease.isHeldBy(who))
        .toList();
  }

  void put(Lease lease) throws SQLException {
    Sql.update(
        connection,
        "UPDATE trial SET token = ?, worker = ?, claimed = ?, until = ? WHERE study = ? AND number = ?",
        lease.token(),
        lease.worker(),
        lease.claimed().toEpochMilli(),
        lease.until().toEpochMilli(),
        study,
        lease.trial());
  }

  private static Lease lease(ResultSet row) throws SQLException {
    return new Lease(
        row.getInt("number"),
        String.valueOf(row.getString("token")),
        String.valueOf(row.getString("worker")),
        Instant.ofEpochMilli(row.getLong("claimed")),
        Instant.ofEpochMilli(row.getLong("until")));
  }
}
