package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a study file whose errors are sentences. For use by one thread at a time.
 *
 * @param file named in every sentence
 */
record Sql(Path file, Connection connection) {

  /** A question to the database, or a change of it. */
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /** Reads one state of the database, whatever others write meanwhile. */
  <T> T read(Work<T> query) {
    return within("BEGIN", query);
  }

  /** Writes everything or nothing; durable when it returns. */
  <T> T write(Work<T> change) {
    return within("BEGIN IMMEDIATE", change);
  }

  private <T> T within(String begin, Work<T> work) {
    try {
      update(connection, begin);
      try {
        T result = work.run(connection);
        update(connection, "COMMIT");
        return result;
      } catch (SQLException | RuntimeException e) {
        rollback();
        throw e;
      }
    } catch (SQLException e) {
      throw StorageException.of(file, e);
    }
  }

  /** Executes one statement and returns the number of rows it changed. */
  static int update(Connection connection, String sql, @Nullable Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      return statement.executeUpdate();
    }
  }

  private void rollback() {
    try {
      update(connection, "ROLLBACK");
    } catch (SQLException e) {
      // SQLite has already rolled back, for example after a full disk.
    }
  }
}
