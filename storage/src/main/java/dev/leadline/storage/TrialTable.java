package dev.leadline.storage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of trials and their settings. */
final class TrialTable {

  private TrialTable() {}

  static List<StoredTrial> all(Connection connection) throws SQLException {
    Map<Integer, Map<String, String>> settings = settingsByTrial(connection);
    List<StoredTrial> trials = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM trial ORDER BY number")) {
      while (row.next()) {
        trials.add(trial(row, settings.getOrDefault(row.getInt("number"), Map.of())));
      }
    }
    return trials;
  }

  static void insert(
      Connection connection,
      int number,
      Map<String, String> settings,
      @Nullable Double value,
      Instant now)
      throws SQLException {
    TrialState state = value == null ? TrialState.RUNNING : TrialState.DONE;
    Sql.update(
        connection,
        "INSERT INTO trial (number, state, value, attempts, created, finished) VALUES (?, ?, ?, ?, ?, ?)",
        number,
        state.name(),
        value,
        value == null ? 1 : 0,
        now.toString(),
        value == null ? null : now.toString());
    int position = 0;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      Sql.update(
          connection,
          "INSERT INTO setting VALUES (?, ?, ?, ?)",
          number,
          position++,
          setting.getKey(),
          setting.getValue());
    }
  }

  /** Closes an open trial: done if there is no reason, failed otherwise. */
  static void close(
      Connection connection,
      int number,
      @Nullable Double value,
      @Nullable String reason,
      Instant now)
      throws SQLException {
    int rows =
        Sql.update(
            connection,
            "UPDATE trial SET state = ?, value = ?, reason = ?, finished = ? WHERE number = ? AND state IN ('QUEUED', 'RUNNING')",
            (reason == null ? TrialState.DONE : TrialState.FAILED).name(),
            value,
            reason,
            now.toString(),
            number);
    requireOne(rows, number, "open");
  }

  /** Starts a queued trial again. */
  static void restart(Connection connection, int number) throws SQLException {
    int rows =
        Sql.update(
            connection,
            "UPDATE trial SET state = 'RUNNING', attempts = attempts + 1 WHERE number = ? AND state = 'QUEUED'",
            number);
    requireOne(rows, number, "queued");
  }

  static void output(Connection connection, int number, String directory) throws SQLException {
    int rows =
        Sql.update(connection, "UPDATE trial SET output = ? WHERE number = ?", directory, number);
    requireOne(rows, number, "stored");
  }

  /** Queues the running trials of a process that stopped in good order. */
  static void release(Connection connection) throws SQLException {
    Sql.update(
        connection,
        "UPDATE trial SET state = 'QUEUED', attempts = attempts - 1 WHERE state = 'RUNNING'");
  }

  /** Queues the running trials of a process that died, or fails those that killed it too often. */
  static void recover(Connection connection, int maxAttempts, Instant now) throws SQLException {
    Sql.update(
        connection,
        """
        UPDATE trial SET state = 'FAILED', finished = ?, reason = 'leadline died ' || attempts || ' times while it ran'
        WHERE state = 'RUNNING' AND attempts >= ?
        """,
        now.toString(),
        maxAttempts);
    Sql.update(connection, "UPDATE trial SET state = 'QUEUED' WHERE state = 'RUNNING'");
  }

  private static Map<Integer, Map<String, String>> settingsByTrial(Connection connection)
      throws SQLException {
    Map<Integer, Map<String, String>> settings = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT trial, name, text FROM setting ORDER BY trial, position")) {
      while (row.next()) {
        settings
            .computeIfAbsent(row.getInt(1), number -> new LinkedHashMap<>())
            .put(row.getString(2), row.getString(3));
      }
    }
    return settings;
  }

  private static StoredTrial trial(ResultSet row, Map<String, String> settings)
      throws SQLException {
    double value = row.getDouble("value");
    Double valueOrNull = row.wasNull() ? null : value;
    String finished = row.getString("finished");
    return new StoredTrial(
        row.getInt("number"),
        TrialState.valueOf(row.getString("state")),
        settings,
        valueOrNull,
        row.getString("reason"),
        row.getString("output"),
        row.getInt("attempts"),
        Instant.parse(row.getString("created")),
        finished == null ? null : Instant.parse(finished));
  }

  private static void requireOne(int rows, int number, String expected) {
    if (rows != 1) {
      throw new IllegalStateException(
          "expected trial %d to be %s but it is not".formatted(number, expected));
    }
  }
}
