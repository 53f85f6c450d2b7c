package dev.leadline.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The rows of trials and their settings, each with a checksum that is verified when it is read. */
final class TrialTable {

  private static final String TRIALS = "SELECT * FROM trial";
  private static final String SETTINGS = "SELECT trial, name, text FROM setting";

  private TrialTable() {}

  /** All trials by number. */
  static List<StoredTrial> all(Connection connection) throws SQLException {
    Map<Integer, Map<String, String>> settings = new LinkedHashMap<>();
    List<StoredTrial> trials = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(SETTINGS + " ORDER BY trial, position")) {
        while (row.next()) {
          settings
              .computeIfAbsent(row.getInt(1), number -> new LinkedHashMap<>())
              .put(row.getString(2), row.getString(3));
        }
      }
      try (ResultSet row = statement.executeQuery(TRIALS + " ORDER BY number")) {
        while (row.next()) {
          StoredTrial trial = trial(row, settings.getOrDefault(row.getInt("number"), Map.of()));
          if (trial.number() != trials.size()) {
            throw new RowDamage("trial " + trials.size(), "it is missing");
          }
          trials.add(trial);
        }
      }
    }
    return trials;
  }

  static Optional<StoredTrial> find(Connection connection, int number) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    try (PreparedStatement statement =
        connection.prepareStatement(SETTINGS + " WHERE trial = ? ORDER BY position")) {
      statement.setInt(1, number);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          settings.put(row.getString(2), row.getString(3));
        }
      }
    }
    try (PreparedStatement statement = connection.prepareStatement(TRIALS + " WHERE number = ?")) {
      statement.setInt(1, number);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(trial(row, settings)) : Optional.empty();
      }
    }
  }

  /** The states of all trials by number. */
  static List<StoredState> states(Connection connection) throws SQLException {
    List<StoredState> states = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT state FROM trial ORDER BY number")) {
      while (row.next()) {
        states.add(StoredState.valueOf(row.getString(1)));
      }
    }
    return states;
  }

  static void add(Connection connection, StoredTrial trial) throws SQLException {
    put(connection, trial);
    int position = 0;
    for (Map.Entry<String, String> setting : trial.settings().entrySet()) {
      Sql.update(
          connection,
          "INSERT INTO setting VALUES (?, ?, ?, ?)",
          trial.number(),
          position++,
          setting.getKey(),
          setting.getValue());
    }
  }

  static StoredTrial change(Connection connection, int number, UnaryOperator<StoredTrial> step)
      throws SQLException {
    StoredTrial before =
        find(connection, number).orElseThrow(() -> RefusedException.noTrial(number));
    StoredTrial after = step.apply(before);
    put(connection, after);
    return after;
  }

  /** Lets all running trials take a step. */
  static void changeRunning(Connection connection, UnaryOperator<StoredTrial> step)
      throws SQLException {
    for (StoredTrial trial : all(connection)) {
      if (trial.state() == StoredState.RUNNING) {
        put(connection, step.apply(trial));
      }
    }
  }

  /** Writes the row of a trial anew, with its checksum; its settings never change. */
  static void put(Connection connection, StoredTrial trial) throws SQLException {
    Sql.update(
        connection,
        """
        INSERT INTO trial (number, state, value, reason, output, attempts, deaths, created, finished, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (number) DO UPDATE SET state = ?2, value = ?3, reason = ?4, output = ?5,
          attempts = ?6, deaths = ?7, finished = ?9, checksum = ?10
        """,
        trial.number(),
        trial.state().name(),
        trial.value(),
        trial.reason(),
        trial.output(),
        trial.attempts(),
        trial.deaths(),
        trial.created().toString(),
        trial.finished() == null ? null : trial.finished().toString(),
        Checksum.of(trial));
  }

  private static StoredTrial trial(ResultSet row, Map<String, String> settings)
      throws SQLException {
    String name = "trial " + row.getInt("number");
    boolean isFirstVersion = !Columns.has(row, "checksum");
    StoredTrial trial;
    try {
      double value = row.getDouble("value");
      Double valueOrNull = row.wasNull() ? null : value;
      String finished = row.getString("finished");
      trial =
          new StoredTrial(
              row.getInt("number"),
              StoredState.valueOf(String.valueOf(row.getString("state"))),
              settings,
              valueOrNull,
              row.getString("reason"),
              row.getString("output"),
              row.getInt("attempts"),
              isFirstVersion ? firstVersionDeaths(row) : row.getInt("deaths"),
              Instant.parse(String.valueOf(row.getString("created"))),
              finished == null ? null : Instant.parse(finished),
              List.of());
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new RowDamage(name, String.valueOf(e.getMessage()));
    }
    if (!isFirstVersion && row.getLong("checksum") != Checksum.of(trial)) {
      throw new RowDamage(name, "its checksum does not match");
    }
    return trial;
  }

  /** The first version of the format told a trial that was given up by its reason. */
  private static int firstVersionDeaths(ResultSet row) throws SQLException {
    String reason = String.valueOf(row.getString("reason"));
    return reason.matches("leadline died \\d+ times while it ran") ? row.getInt("attempts") : 0;
  }
}
