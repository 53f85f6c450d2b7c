package dev.leadline.storage;

import dev.leadline.early.Curve;
import dev.leadline.space.Configuration;
import dev.leadline.space.Value;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows of one study's trials, each with a checksum that is verified when it is read. */
record TrialTable(Connection connection, long study) {

  /** All trials by number. */
  List<StoredTrial> all() throws SQLException {
    List<StoredTrial> trials = new ArrayList<>();
    for (TrialRow row : changedSince(-1)) {
      if (row.number() != trials.size()) {
        throw new RowDamage("trial " + trials.size(), "it is missing");
      }
      trials.add(row.trial());
    }
    return trials;
  }

  /** The trials that changed after a change of the study, by number. */
  List<TrialRow> changedSince(long change) throws SQLException {
    return read("changed > ? ORDER BY number", change);
  }

  Optional<StoredTrial> find(int number) throws SQLException {
    return read("number = ?", number).stream().findFirst().map(TrialRow::trial);
  }

  private List<TrialRow> read(String condition, Object argument) throws SQLException {
    return Sql.query(
        connection,
        "SELECT * FROM trial WHERE study = ? AND " + condition,
        TrialTable::row,
        study,
        argument);
  }

  /** The claims of the running trials. */
  List<Lease> leases() throws SQLException {
    return Sql.query(
        connection,
        "SELECT number, token, worker, claimed, until FROM trial WHERE study = ? AND state ="
            + " 'RUNNING' AND token IS NOT NULL",
        TrialTable::lease,
        study);
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

  /** Lets no trial have a key, so that another one can. */
  void freeRequest(String key) throws SQLException {
    Sql.update(
        connection, "UPDATE trial SET request = NULL WHERE study = ? AND request = ?", study, key);
  }

  /**
   * Writes the rows of trials, or writes them anew, with their checksums; settings never change,
   * and a request or a claim that a row does not say stays.
   */
  void put(List<TrialRow> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    Sql.batch(
        connection,
        """
        INSERT INTO trial (study, number, state, settings, value, reason, output, attempts, deaths,
          created, finished, pending, metrics, curve, checksum, changed, request,
          token, worker, claimed, until)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (study, number) DO UPDATE SET state = excluded.state, value = excluded.value,
          reason = excluded.reason, output = excluded.output, attempts = excluded.attempts,
          deaths = excluded.deaths, metrics = excluded.metrics, curve = excluded.curve,
          finished = excluded.finished, checksum = excluded.checksum, changed = excluded.changed,
          request = coalesce(excluded.request, trial.request),
          token = coalesce(excluded.token, trial.token),
          worker = coalesce(excluded.worker, trial.worker),
          claimed = coalesce(excluded.claimed, trial.claimed),
          until = coalesce(excluded.until, trial.until)
        """,
        rows.stream().map(this::columns).toList());
  }

  private @Nullable Object[] columns(TrialRow row) {
    StoredTrial trial = row.trial();
    return new @Nullable Object[] {
      study,
      trial.number(),
      trial.state().name(),
      settings(trial.trial().configuration()),
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
      row.changed(),
      row.request().orElse(null),
      row.lease().map(Lease::token).orElse(null),
      row.lease().map(Lease::worker).orElse(null),
      row.lease().map(lease -> lease.claimed().toEpochMilli()).orElse(null),
      row.lease().map(lease -> lease.until().toEpochMilli()).orElse(null)
    };
  }

  /** One setting a line, texts in quotes: {@code rate=0.5}, {@code batch=8}, {@code by="sgd"}. */
  private static String settings(Configuration configuration) {
    return configuration.values().entrySet().stream()
        .map(entry -> entry.getKey() + "=" + word(entry.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String word(Value value) {
    return value instanceof Value.Text text
        ? '"' + text.text().replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r") + '"'
        : value.toString();
  }

  private static Configuration configuration(String settings) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (String line : settings.lines().toList()) {
      int sign = line.indexOf('=');
      values.put(line.substring(0, Math.max(0, sign)), value(line.substring(sign + 1)));
    }
    return Configuration.of(values);
  }

  private static Value value(String word) {
    if (word.length() > 1 && word.startsWith("\"")) {
      return new Value.Text(word.substring(1, word.length() - 1).translateEscapes());
    }
    if (word.equals("true") || word.equals("false")) {
      return new Value.Flag(word.equals("true"));
    }
    return word.contains(".")
        ? new Value.Real(Double.parseDouble(word))
        : new Value.Whole(Long.parseLong(word));
  }

  private static TrialRow row(ResultSet row) throws SQLException {
    return new TrialRow(
        trial(row),
        row.getLong("changed"),
        Optional.ofNullable(row.getString("request")),
        row.getString("token") == null ? Optional.empty() : Optional.of(lease(row)));
  }

  private static Lease lease(ResultSet row) throws SQLException {
    return new Lease(
        row.getInt("number"),
        String.valueOf(row.getString("token")),
        String.valueOf(row.getString("worker")),
        Instant.ofEpochMilli(row.getLong("claimed")),
        Instant.ofEpochMilli(row.getLong("until")));
  }

  private static StoredTrial trial(ResultSet row) throws SQLException {
    String name = "trial " + row.getInt("number");
    StoredTrial trial;
    try {
      StoredState state = StoredState.valueOf(String.valueOf(row.getString("state")));
      String reason = row.getString("reason");
      String finished = row.getString("finished");
      trial =
          new StoredTrial(
              trial(row, state, reason == null ? "" : reason),
              state,
              state == StoredState.DELETED ? reason : null,
              row.getString("output"),
              row.getInt("attempts"),
              row.getInt("deaths"),
              Instant.parse(String.valueOf(row.getString("created"))),
              finished == null ? null : Instant.parse(finished));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new RowDamage(name, String.valueOf(e.getMessage()));
    }
    if (!Checksum.isOf(trial, row.getLong("checksum"))) {
      throw new RowDamage(name, "its checksum does not match");
    }
    return trial;
  }

  private static Trial trial(ResultSet row, StoredState state, String reason) throws SQLException {
    double value = row.getDouble("value");
    boolean hasValue = !row.wasNull();
    TrialState inStudy =
        switch (state) {
          case QUEUED, RUNNING -> TrialState.RUNNING;
          case DONE -> TrialState.COMPLETED;
          case FAILED -> TrialState.FAILED;
          case STOPPED -> TrialState.STOPPED;
          case DELETED -> hasValue ? TrialState.COMPLETED : TrialState.RUNNING;
        };
    return new Trial(
        row.getInt("number"),
        configuration(String.valueOf(row.getString("settings"))),
        inStudy,
        hasValue ? value : Double.NaN,
        state == StoredState.DELETED ? "" : reason,
        measurements(row),
        Curve.parse(String.valueOf(row.getString("curve"))),
        OptionalDouble.empty(),
        pending(row));
  }

  private static Measurements measurements(ResultSet row) throws SQLException {
    Measurements found = Measurements.none();
    for (String line : String.valueOf(row.getString("metrics")).lines().toList()) {
      int sign = line.lastIndexOf('=');
      found =
          found.with(
              line.substring(0, Math.max(0, sign)), Double.parseDouble(line.substring(sign + 1)));
    }
    return found;
  }

  private static List<Integer> pending(ResultSet row) throws SQLException {
    String text = String.valueOf(row.getString("pending"));
    return text.isEmpty() ? List.of() : Stream.of(text.split(" ")).map(Integer::valueOf).toList();
  }
}
