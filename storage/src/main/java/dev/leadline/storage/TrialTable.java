package dev.leadline.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rows of one study's trials and their settings, each trial with a checksum that is verified
 * when it is read.
 */
record TrialTable(Connection connection, long study) {

  /* Statistics of a table know nothing of a study that began a minute ago. PostgreSQL then takes it for one row, and may join every trial
  with the settings of all. So trials are found first (MATERIALIZED), by the index in whose order they are wanted, and what belongs to them
  is looked up by its whole key. */

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
    return read("study = ? AND changed > ? ORDER BY study, changed", study, change);
  }

  Optional<StoredTrial> find(int number) throws SQLException {
    return read("study = ? AND number = ?", study, number).stream().findFirst();
  }

  /** Trials and their settings in one statement, which sees one state of both. */
  private List<StoredTrial> read(String condition, Object... arguments) throws SQLException {
    List<UnverifiedTrial> read = new ArrayList<>();
    Sql.query(
        connection,
        """
        WITH found AS MATERIALIZED (SELECT * FROM trial WHERE %s)
        SELECT found.*, setting.name AS setting_name, setting.text AS setting_text FROM found
          LEFT JOIN setting ON setting.study = found.study AND setting.trial = found.number
        ORDER BY found.number, setting.position
        """
            .formatted(condition),
        row -> {
          if (read.isEmpty() || read.get(read.size() - 1).number() != row.getInt("number")) {
            read.add(UnverifiedTrial.read(row));
          }
          return read.get(read.size() - 1).add(row);
        },
        arguments);
    List<StoredTrial> trials = new ArrayList<>();
    for (UnverifiedTrial trial : read) {
      trials.add(trial.verified());
    }
    return trials;
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

  /** The trial that was asked for or added under a key. */
  Optional<StoredTrial> requested(String key) throws SQLException {
    return read("study = ? AND request = ?", study, key).stream().findFirst();
  }

  /** Lets no trial have a key, so that another one can. */
  void freeRequest(String key) throws SQLException {
    Sql.update(
        connection, "UPDATE trial SET request = NULL WHERE study = ? AND request = ?", study, key);
  }

  void add(StoredTrial trial, Optional<String> request, long change) throws SQLException {
    put(trial, request, change);
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

  /**
   * Writes the row of a trial anew, with its checksum; its settings never change.
   *
   * @param request the key under which it was asked for or added; without one it keeps what it has
   */
  void put(StoredTrial trial, Optional<String> request, long change) throws SQLException {
    Sql.update(
        connection,
        """
        INSERT INTO trial (study, number, state, value, reason, output, attempts, deaths, created,
          finished, pending, metrics, curve, checksum, changed, request)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (study, number) DO UPDATE SET state = excluded.state, value = excluded.value,
          reason = excluded.reason, output = excluded.output, attempts = excluded.attempts,
          deaths = excluded.deaths, metrics = excluded.metrics, curve = excluded.curve, finished = excluded.finished,
          checksum = excluded.checksum, changed = excluded.changed,
          request = coalesce(excluded.request, trial.request)
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
        trial.measurements().values().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining("\n")),
        trial.curve().toString(),
        Checksum.of(trial),
        change,
        request.orElse(null));
  }
}
