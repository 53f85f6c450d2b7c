package dev.leadline.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of one study's trials and their settings, each trial with a checksum that is verified
 * when it is read.
 */
record TrialTable(Connection connection, long study) {

  /** All trials by number. */
  List<StoredTrial> all() throws SQLException {
    List<StoredTrial> trials = new ArrayList<>();
    for (StoredTrial trial : changedSince(-1)) {
      if (trial.number() != trials.size()) {
        throw new RowDamage("trial " + trials.size(), "it is missing");
      }
      trials.add(trial);
    }
    return trials;
  }

  /** The trials that changed after a change of the study, by number. */
  List<StoredTrial> changedSince(long change) throws SQLException {
    Map<Integer, Map<String, String>> settings = new LinkedHashMap<>();
    Sql.query(
        connection,
        """
        SELECT trial, name, text FROM setting WHERE study = ?
          AND trial IN (SELECT number FROM trial WHERE study = ? AND changed > ?)
        ORDER BY trial, position
        """,
        row ->
            settings
                .computeIfAbsent(row.getInt(1), number -> new LinkedHashMap<>())
                .put(String.valueOf(row.getString(2)), String.valueOf(row.getString(3))),
        study,
        study,
        change);
    return Sql.query(
        connection,
        "SELECT * FROM trial WHERE study = ? AND changed > ? ORDER BY number",
        row -> trial(row, settings.getOrDefault(row.getInt("number"), Map.of())),
        study,
        change);
  }

  Optional<StoredTrial> find(int number) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    Sql.query(
        connection,
        "SELECT name, text FROM setting WHERE study = ? AND trial = ? ORDER BY position",
        row -> settings.put(String.valueOf(row.getString(1)), String.valueOf(row.getString(2))),
        study,
        number);
    return Sql.query(
            connection,
            "SELECT * FROM trial WHERE study = ? AND number = ?",
            row -> trial(row, settings),
            study,
            number)
        .stream()
        .findFirst();
  }

  /** How many trials there are, deleted ones too: the next number. */
  int size() throws SQLException {
    return Sql.query(
            connection,
            "SELECT coalesce(max(number), -1) + 1 FROM trial WHERE study = ?",
            row -> row.getInt(1),
            study)
        .get(0);
  }

  /** How many trials stand how. */
  Map<StoredState, Integer> counts() throws SQLException {
    Map<StoredState, Integer> counts = new LinkedHashMap<>();
    Sql.query(
        connection,
        "SELECT state, count(*) FROM trial WHERE study = ? GROUP BY state",
        row -> counts.put(StoredState.valueOf(row.getString(1)), row.getInt(2)),
        study);
    return counts;
  }

  /** The first trial that waits to be tried again. */
  Optional<Integer> firstQueued() throws SQLException {
    return Sql.query(
            connection,
            "SELECT min(number) FROM trial WHERE study = ? AND state = 'QUEUED'",
            row -> Optional.ofNullable((Number) row.getObject(1)).map(Number::intValue),
            study)
        .get(0);
  }

  void add(StoredTrial trial, long change) throws SQLException {
    put(trial, change);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO setting (study, trial, position, name, text) VALUES (?, ?, ?, ?, ?)")) {
      int position = 0;
      for (Map.Entry<String, String> setting : trial.settings().entrySet()) {
        statement.setLong(1, study);
        statement.setInt(2, trial.number());
        statement.setInt(3, position++);
        statement.setString(4, setting.getKey());
        statement.setString(5, setting.getValue());
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Writes the row of a trial anew, with its checksum; its settings never change. */
  void put(StoredTrial trial, long change) throws SQLException {
    Sql.update(
        connection,
        """
        INSERT INTO trial (study, number, state, value, reason, output, attempts, deaths, created,
          finished, pending, checksum, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (study, number) DO UPDATE SET state = excluded.state, value = excluded.value,
          reason = excluded.reason, output = excluded.output, attempts = excluded.attempts,
          deaths = excluded.deaths, finished = excluded.finished, checksum = excluded.checksum,
          changed = excluded.changed
        """,
        study,
        trial.number(),
        trial.state().name(),
        trial.value(),
        trial.reason(),
        trial.output(),
        trial.attempts(),
        trial.deaths(),
        trial.created().toString(),
        trial.finished() == null ? null : trial.finished().toString(),
        trial.pending().stream().map(String::valueOf).collect(Collectors.joining(" ")),
        Checksum.of(trial),
        change);
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
              pending(row));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new RowDamage(name, String.valueOf(e.getMessage()));
    }
    if (!isFirstVersion && row.getLong("checksum") != Checksum.of(trial)) {
      throw new RowDamage(name, "its checksum does not match");
    }
    return trial;
  }

  private static List<Integer> pending(ResultSet row) throws SQLException {
    String text = String.valueOf(row.getString("pending"));
    return text.isEmpty() ? List.of() : Stream.of(text.split(" ")).map(Integer::valueOf).toList();
  }

  /** The first version of the format told a trial that was given up by its reason. */
  private static int firstVersionDeaths(ResultSet row) throws SQLException {
    String reason = String.valueOf(row.getString("reason"));
    return reason.matches("leadline died \\d+ times while it ran") ? row.getInt("attempts") : 0;
  }
}
