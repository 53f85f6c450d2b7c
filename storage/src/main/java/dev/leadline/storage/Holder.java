package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The row that names the one session that may write a study.
 *
 * @param leaseUntil until when it is respected where its lock cannot be seen
 * @param token what tells the session from others; empty in the first version of the format
 */
record Holder(Worker worker, Instant leaseUntil, String token) {

  /* On one kernel the lock decides: who has it is alone, and a row beside it is of a dead session.
  Between kernels, on a network file system, locks may not reach; there the signs of life decide. */

  /** How long a session is respected elsewhere without a sign of life. */
  static final Duration LEASE = Duration.ofSeconds(60);

  static Optional<Holder> find(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM holder")) {
      if (!row.next()) {
        return Optional.empty();
      }
      boolean isFirstVersion = !Columns.has(row, "token");
      Worker worker =
          new Worker(
              String.valueOf(row.getString("host")),
              row.getLong("pid"),
              row.getLong("started"),
              isFirstVersion ? "" : String.valueOf(row.getString("kernel")));
      return Optional.of(
          new Holder(
              worker,
              Instant.ofEpochMilli(row.getLong("lease_until")),
              isFirstVersion ? "" : String.valueOf(row.getString("token"))));
    }
  }

  /**
   * Locks a study that nobody else holds; to be called inside a writing transaction.
   *
   * @param before the row that was found
   */
  static LockFile lock(Path file, @Nullable Holder before, Worker self, Instant now) {
    boolean isRecent = before != null && now.isBefore(before.leaseUntil);
    if (before != null && isRecent && before.worker.equals(self)) {
      throw inUse(file, before);
    }
    LockFile lock = LockFile.take(file).orElseThrow(() -> inUse(file, before));
    boolean isLockSeen =
        before != null && lock.isReal() && before.worker.kernel().equals(self.kernel());
    if (isRecent && !isLockSeen) {
      lock.abandon();
      throw inUse(file, before);
    }
    return lock;
  }

  static void put(Connection connection, Worker self, String token, Instant now)
      throws SQLException {
    Sql.update(
        connection,
        "INSERT OR REPLACE INTO holder (only, host, pid, started, lease_until, kernel, token) VALUES (1, ?, ?, ?, ?, ?, ?)",
        self.host(),
        self.pid(),
        self.started(),
        now.plus(LEASE).toEpochMilli(),
        self.kernel(),
        token);
  }

  /** Refuses a session that was taken for dead. */
  static void require(Connection connection, Path file, String token) throws SQLException {
    Optional<Holder> holder = find(connection);
    if (holder.isEmpty() || !holder.get().token.equals(token)) {
      throw new StorageException(
          "%s was taken over by %s while this process gave no sign of life; run the same command again"
              .formatted(file, holder.map(Holder::words).orElse("another process")));
    }
  }

  static void renew(Connection connection, Instant now) throws SQLException {
    Sql.update(connection, "UPDATE holder SET lease_until = ?", now.plus(LEASE).toEpochMilli());
  }

  static void remove(Connection connection) throws SQLException {
    Sql.update(connection, "DELETE FROM holder");
  }

  private String words() {
    return "process %d on %s".formatted(worker.pid(), worker.host());
  }

  private static StorageException inUse(Path file, @Nullable Holder holder) {
    return new StorageException(
        "%s is in use by %s; wait for it, stop it, or use another study file"
            .formatted(file, holder == null ? "another process" : holder.words()));
  }
}
