package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/** The row that names the one process that may write a study. */
final class Holder {

  /** How long a hold is respected on another host without a sign of life. */
  static final Duration LEASE = Duration.ofSeconds(60);

  private Holder() {}

  /** Takes hold unless another process lives; to be called inside a writing transaction. */
  static void take(Connection connection, Path file, Worker self, Instant now) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT host, pid, started, lease_until FROM holder")) {
      if (row.next()) {
        Worker holder = new Worker(row.getString(1), row.getLong(2), row.getLong(3));
        if (isAlive(holder, Instant.ofEpochMilli(row.getLong(4)), self, now)) {
          throw new StorageException(
              "%s is in use by process %d on %s; wait for it, stop it, or use another study file"
                  .formatted(file, holder.pid(), holder.host()));
        }
      }
    }
    Sql.update(
        connection,
        "INSERT OR REPLACE INTO holder VALUES (1, ?, ?, ?, ?)",
        self.host(),
        self.pid(),
        self.started(),
        now.plus(LEASE).toEpochMilli());
  }

  static void renew(Connection connection, Instant now) throws SQLException {
    Sql.update(connection, "UPDATE holder SET lease_until = ?", now.plus(LEASE).toEpochMilli());
  }

  static void letGo(Connection connection) throws SQLException {
    Sql.update(connection, "DELETE FROM holder");
  }

  private static boolean isAlive(Worker holder, Instant leaseUntil, Worker self, Instant now) {
    return holder.host().equals(self.host()) ? holder.isRunningHere() : now.isBefore(leaseUntil);
  }
}
