package dev.leadline.storage;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A lock of PostgreSQL that says whose turn it is to suggest. It ends with its connection, however
 * that ends. For one thread.
 */
final class SuggestLock implements AutoCloseable {

  /** Tells our locks from those of other programs. */
  private static final int KIND = 0x4C454144;

  private final Connection connection;
  private final int usualTimeout;

  /** Waits until it is our turn. */
  SuggestLock(Connection connection, long study) throws SQLException {
    this.connection = connection;
    try {
      this.usualTimeout = connection.getNetworkTimeout();
      connection.setNetworkTimeout(Runnable::run, 0); // others may take their time
      connection.setAutoCommit(false);
      take(connection, study);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** Waits for the lock of a number, which ends with the transaction. */
  static void take(Connection connection, long number) throws SQLException {
    Sql.query(connection, "SELECT pg_advisory_xact_lock(?, ?)", row -> true, KIND, (int) number);
  }

  @Override
  public void close() {
    try (connection) {
      connection.rollback();
      connection.setNetworkTimeout(Runnable::run, usualTimeout);
    } catch (SQLException e) {
      // Then the lock is gone with the connection.
    }
  }
}
