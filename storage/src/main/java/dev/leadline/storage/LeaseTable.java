package dev.leadline.storage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of the last claims of one study's trials. They carry no results, so no checksums. */
record LeaseTable(Connection connection, long study) {

  private static final String RUNNING =
      "SELECT study, number FROM trial WHERE study = ? AND state = 'RUNNING'";

  /**
   * A trial and its last claim.
   *
   * @param lease empty if it never was claimed, or the row of the claim was lost
   */
  record Claimed(int trial, Optional<Lease> lease) {}

  /** The claims of the trials that are running or changed after a change of the study. */
  List<Lease> since(long change) throws SQLException {
    String changed = "SELECT study, number FROM trial WHERE study = ? AND changed > ?";
    return of(changed + " UNION " + RUNNING, study, change, study).stream()
        .flatMap(claimed -> claimed.lease().stream())
        .toList();
  }

  /** All running trials, by number. */
  List<Claimed> running() throws SQLException {
    return of(RUNNING, study);
  }

  /** Finds trials first, and then their leases by the whole key, as {@link TrialTable} does. */
  private List<Claimed> of(String trials, Object... arguments) throws SQLException {
    return Sql.query(
        connection,
        """
        WITH found AS MATERIALIZED (%s)
        SELECT found.number, lease.* FROM found
          LEFT JOIN lease ON lease.study = found.study AND lease.trial = found.number
        ORDER BY found.number
        """
            .formatted(trials),
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
