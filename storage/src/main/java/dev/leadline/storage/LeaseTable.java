package dev.leadline.storage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of the last claims of one study's trials. They carry no results, so no checksums. */
record LeaseTable(Connection connection, long study) {

  /**
   * A trial that is running and whose it is.
   *
   * @param lease empty if the study comes from a time without leases
   */
  record Running(int trial, Optional<Lease> lease) {}

  List<Lease> all() throws SQLException {
    return Sql.query(
        connection, "SELECT * FROM lease WHERE study = ? ORDER BY trial", LeaseTable::lease, study);
  }

  /** All running trials, by number. */
  List<Running> running() throws SQLException {
    return Sql.query(
        connection,
        """
        SELECT trial.number, lease.* FROM trial
          LEFT JOIN lease ON lease.study = trial.study AND lease.trial = trial.number
        WHERE trial.study = ? AND trial.state = 'RUNNING' ORDER BY trial.number
        """,
        row ->
            new Running(
                row.getInt("number"),
                row.getString("token") == null ? Optional.empty() : Optional.of(lease(row))),
        study);
  }

  /** What a claimant holds. */
  List<Lease> heldBy(Claimant who) throws SQLException {
    return running().stream()
        .flatMap(running -> running.lease().stream())
        .filter(lease -> lease.isHeldBy(who))
        .toList();
  }

  void put(Lease lease) throws SQLException {
    Sql.update(
        connection,
        """
        INSERT INTO lease (study, trial, token, worker, claimed, until) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (study, trial) DO UPDATE SET token = excluded.token, worker = excluded.worker,
          claimed = excluded.claimed, until = excluded.until
        """,
        study,
        lease.trial(),
        lease.token(),
        lease.worker(),
        lease.claimed().toEpochMilli(),
        lease.until().toEpochMilli());
  }

  private static Lease lease(ResultSet row) throws SQLException {
    return new Lease(
        row.getInt("trial"),
        String.valueOf(row.getString("token")),
        String.valueOf(row.getString("worker")),
        Instant.ofEpochMilli(row.getLong("claimed")),
        Instant.ofEpochMilli(row.getLong("until")));
  }
}
