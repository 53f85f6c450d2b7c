package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The row that named the one process that might write a study file before version 3.
 *
 * @param leaseUntil until when it is respected where its lock cannot be seen
 */
record Holder(Worker worker, Instant leaseUntil) {

  /* On one kernel the lock decides: who has it is alone, and a row beside it is of a dead process.
  Between kernels, on a network file system, locks may not reach; there the signs of life decide. */

  /** Refuses a file that an older leadline may still write. */
  static void refuseLiving(
      Connection connection, Path file, Worker self, LockFiles locks, Instant now)
      throws SQLException {
    for (Holder holder : Sql.query(connection, "SELECT * FROM holder", Holder::read)) {
      boolean isLockSeen = holder.worker.kernel().equals(self.kernel()) && locks.isFreeOfOlder();
      if (now.isBefore(holder.leaseUntil) && !isLockSeen) {
        throw new StorageException(
            "%s is in use by process %d on %s, which is an older leadline; wait for it, stop it, or use another study file"
                .formatted(file, holder.worker.pid(), holder.worker.host()));
      }
    }
  }

  private static Holder read(ResultSet row) throws SQLException {
    Worker worker =
        new Worker(
            String.valueOf(row.getString("host")),
            row.getLong("pid"),
            row.getLong("started"),
            Columns.has(row, "kernel") ? String.valueOf(row.getString("kernel")) : "");
    return new Holder(worker, Instant.ofEpochMilli(row.getLong("lease_until")));
  }
}
