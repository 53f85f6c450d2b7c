package dev.leadline.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements with their arguments, in the words that all our databases share. */
final class Sql {

  /** A question to the database, or a change of it, inside a transaction. */
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /** Reads one row. */
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  private Sql() {}

  /** Executes one statement and returns the number of rows it changed. */
  static int update(Connection connection, String sql, @Nullable Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, arguments)) {
      return statement.executeUpdate();
    }
  }

  /** Executes one statement for every row of arguments, all at once. */
  static void batch(Connection connection, String sql, List<@Nullable Object[]> rows)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (@Nullable Object[] row : rows) {
        set(statement, row);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Executes one statement that gives rows, and reads them all. */
  static <T> List<T> query(
      Connection connection, String sql, Row<T> reader, @Nullable Object... arguments)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    try (PreparedStatement statement = prepare(connection, sql, arguments);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        rows.add(reader.read(row));
      }
    }
    return rows;
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object... arguments) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    set(statement, arguments);
    return statement;
  }

  private static void set(PreparedStatement statement, @Nullable Object... arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
  }
}
