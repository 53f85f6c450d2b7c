package dev.leadline.storage;

import dev.leadline.space.Configuration;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.Parameter;
import dev.leadline.space.RealParameter;
import dev.leadline.space.Scale;
import dev.leadline.space.Value;
import dev.leadline.storage.problem.InputException;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Measurements;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * A SQLite file with studies of Optuna: their results are read, and studies are written for it.
 * Immutable and thread-safe.
 *
 * @param study the name of one in the file, as Optuna calls it; if empty, the only one
 */
public record OptunaStorage(Path file, Optional<String> study) {

  /* optuna.sql is what Optuna itself makes of an empty file; its tables have been the same from
  3.2 to 5.0. Values and settings stand in rows of numbers, beside the ranges as JSON, which SQLite
  takes apart. */

  /** The version of the tables, as Optuna's migrations call it. */
  private static final String VERSION = "v3.2.0.a";

  private static final Pattern ADDRESS = Pattern.compile("sqlite:///([^?]+)(?:\\?study=(.+))?");
  private static final String SCHEME = "optuna:";
  private static final String NOTE = "leadline:";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  /** The settings of all trials, as texts; a choice is looked up by its place. */
  private static final String SETTINGS =
      """
      SELECT number, param_name, CASE kind
          WHEN 'CategoricalDistribution' THEN CASE json_type(range, place)
            WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE json_extract(range, place) END
          WHEN 'IntDistribution' THEN CAST(param_value AS INTEGER)
          WHEN 'IntUniformDistribution' THEN CAST(param_value AS INTEGER)
          WHEN 'IntLogUniformDistribution' THEN CAST(param_value AS INTEGER)
          ELSE param_value END
        FROM (SELECT number, param_name, param_value, distribution_json AS range,
            json_extract(distribution_json, '$.name') AS kind,
            '$.attributes.choices[' || CAST(param_value AS INTEGER) || ']' AS place
          FROM trial_params JOIN trials USING (trial_id) WHERE study_id = ? ORDER BY param_id)
      """;

  /**
   * Reads an address such as {@code sqlite:///x.db?study=name}, as Optuna writes it before the
   * question mark.
   *
   * @throws RefusedException if it is none
   */
  public static OptunaStorage parse(String address) {
    Matcher form = ADDRESS.matcher(address);
    if (!form.matches()) {
      throw new RefusedException(
          "expected Optuna's storage in a SQLite file, such as sqlite:///x.db or sqlite:///x.db?study=NAME, but got '%s'; copy others there with optuna.copy_study"
              .formatted(address));
    }
    return new OptunaStorage(Path.of(form.group(1)), Optional.ofNullable(form.group(2)));
  }

  /** The address behind {@code optuna:}, if that is meant. */
  static Optional<OptunaStorage> of(String source) {
    return source.startsWith(SCHEME)
        ? Optional.of(parse(source.substring(SCHEME.length())))
        : Optional.empty();
  }

  /**
   * The results of a study.
   *
   * @throws InputException if it has other goals, or there is none of this name
   */
  List<KnownResult> results(Problem problem) {
    if (!Files.exists(file)) {
      throw new InputException(file.toString(), "the file is not there; check its name");
    }
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    try (Connection connection = StudyDatabase.connect(file, config)) {
      requireTables(connection);
      long id = find(connection);
      requireGoals(connection, id, problem);
      return results(connection, id, problem);
    } catch (SQLException e) {
      throw StorageException.of(file, e);
    }
  }

  private void requireTables(Connection connection) throws SQLException {
    List<Integer> tables =
        Sql.query(
            connection,
            "SELECT count(*) FROM sqlite_schema WHERE name IN ('studies', 'trial_params', 'version_info')",
            row -> row.getInt(1));
    if (tables.get(0) != 3) {
      throw new InputException(
          file.toString(),
          "expected Optuna's storage but its tables are not there; check the name");
    }
  }

  private long find(Connection connection) throws SQLException {
    Map<String, Long> all = new TreeMap<>();
    Sql.query(
        connection,
        "SELECT study_name, study_id FROM studies",
        row -> all.put(row.getString(1), row.getLong(2)));
    String name = study.orElse(all.size() == 1 ? all.keySet().iterator().next() : "");
    Long id = all.get(name);
    if (id == null) {
      throw new InputException(
          file.toString(),
          "expected ?study= with one of its studies %s but got %s"
              .formatted(all.keySet(), study.map("'%s'"::formatted).orElse("none")));
    }
    return id;
  }

  private void requireGoals(Connection connection, long id, Problem problem) throws SQLException {
    List<String> found =
        Sql.query(
            connection,
            "SELECT direction FROM study_directions WHERE study_id = ? ORDER BY objective",
            row -> row.getString(1),
            id);
    List<String> wanted = problem.wanted().stream().map(goal -> word(goal.direction())).toList();
    if (!found.equals(wanted)) {
      throw new InputException(
          file.toString(),
          "expected results of '%s' (%s) but they are of %s; use results of the same goals"
              .formatted(problem.goal(), wanted, found));
    }
  }

  private static List<KnownResult> results(Connection connection, long id, Problem problem)
      throws SQLException {
    Map<Integer, Map<String, String>> settings = new TreeMap<>();
    Sql.query(
        connection,
        SETTINGS,
        row ->
            settings
                .computeIfAbsent(row.getInt(1), number -> new LinkedHashMap<>())
                .put(row.getString(2), row.getString(3)),
        id);
    Map<Integer, Map<String, Double>> measured = new TreeMap<>();
    List<Goal> goals = problem.wanted();
    Sql.query(
        connection,
        "SELECT number, objective, value FROM trial_values JOIN trials USING (trial_id)"
            + " WHERE study_id = ? AND value IS NOT NULL",
        row ->
            measured
                .computeIfAbsent(row.getInt(1), number -> new LinkedHashMap<>())
                .put(goals.get(row.getInt(2)).metric(), row.getDouble(3)),
        id);
    Sql.query(
        connection,
        "SELECT number, key, json_extract(value_json, '$') FROM trial_user_attributes"
            + " JOIN trials USING (trial_id)"
            + " WHERE study_id = ? AND json_type(value_json) IN ('integer', 'real')",
        row ->
            measured
                .computeIfAbsent(row.getInt(1), number -> new LinkedHashMap<>())
                .putIfAbsent(row.getString(2), row.getDouble(3)),
        id);
    return Sql.query(
        connection,
        "SELECT number, state FROM trials WHERE study_id = ? AND state IN ('COMPLETE', 'FAIL')"
            + " ORDER BY number",
        row ->
            result(
                row.getInt(1),
                row.getString(2).equals("COMPLETE"),
                settings.getOrDefault(row.getInt(1), Map.of()),
                measured.getOrDefault(row.getInt(1), Map.of()),
                problem),
        id);
  }

  private static KnownResult result(
      int number,
      boolean isComplete,
      Map<String, String> settings,
      Map<String, Double> measured,
      Problem problem) {
    String place = "trial " + number;
    Double value = isComplete ? measured.get(problem.objective()) : null;
    if (value == null) {
      String reason = isComplete ? "the value was not finite" : "failed in Optuna";
      return new KnownResult(place, settings, null, Measurements.none(), reason);
    }
    Measurements further = Measurements.none();
    for (String metric : problem.metrics()) {
      Double found = measured.get(metric);
      further = found == null ? further : further.with(metric, found);
    }
    return new KnownResult(place, settings, value, further, null);
  }

  /**
   * Adds a study to the file, which is made if it is not there.
   *
   * @param title what the study is called, unless the address has a name
   * @return under which name
   * @throws StorageException if there is one of this name already, or the file is something else
   */
  public String write(String title, StudySnapshot snapshot) {
    String name = study.orElse(title);
    boolean isNew = !StudyDatabase.exists(file);
    try (Connection connection = StudyDatabase.connect(file, new SQLiteConfig())) {
      return StudyDatabase.within(
          file,
          connection,
          "BEGIN IMMEDIATE",
          c -> {
            if (isNew) {
              Format.create(c, Format.resource("optuna.sql"));
            }
            requireNewest(c);
            add(c, name, snapshot);
            return name;
          });
    } catch (SQLException e) {
      throw StorageException.of(file, e);
    }
  }

  private void requireNewest(Connection connection) throws SQLException {
    requireTables(connection);
    String version =
        String.join(
            "",
            Sql.query(
                connection, "SELECT version_num FROM alembic_version", row -> row.getString(1)));
    if (!version.equals(VERSION)) {
      throw new StorageException(
          "expected Optuna's storage of version %s but %s has %s; bring it up by optuna storage upgrade, or name a new file"
              .formatted(VERSION, file, version));
    }
  }

  private void add(Connection connection, String name, StudySnapshot snapshot) throws SQLException {
    Problem problem = Problem.parseReadable(snapshot.header().space());
    if (!Sql.query(connection, "SELECT 1 FROM studies WHERE study_name = ?", row -> true, name)
        .isEmpty()) {
      throw new StorageException(
          "%s has a study '%s' already; name the new one: sqlite:///%s?study=NAME"
              .formatted(file, name, file));
    }
    long id = insert(connection, "studies (study_name)", name);
    List<Goal> goals = problem.wanted();
    for (int k = 0; k < goals.size(); k++) {
      insert(
          connection,
          "study_directions (study_id, objective, direction)",
          id,
          k,
          word(goals.get(k).direction()));
    }
    insert(
        connection,
        "study_system_attributes (study_id, key, value_json)",
        id,
        "study:metric_names",
        goals.stream().map(goal -> json(goal.metric())).collect(list()));
    for (StoredTrial trial : snapshot.trials()) {
      add(connection, id, problem, trial);
    }
  }

  private static void add(Connection connection, long study, Problem problem, StoredTrial trial)
      throws SQLException {
    long id =
        insert(
            connection,
            "trials (study_id, number, state, datetime_start, datetime_complete)",
            study,
            trial.number(),
            switch (trial.state()) {
              case DONE -> "COMPLETE";
              case FAILED, DELETED -> "FAIL";
              case STOPPED -> "PRUNED";
              case RUNNING -> "RUNNING";
              case QUEUED -> "WAITING";
            },
            TIME.format(trial.created()),
            trial.finished() == null ? null : TIME.format(trial.finished()));
    Optional<Configuration> settings = trial.configuration(problem.space());
    if (settings.isEmpty()) { // the space was changed; Optuna wants one range for all trials
      note(connection, "user", id, NOTE + "settings", json(trial.settings().toString()));
    } else if (trial.state() == StoredState.QUEUED) {
      note(connection, "system", id, "fixed_params", json(settings.get()));
    } else {
      for (Parameter parameter : problem.space().parameters()) {
        Value value = settings.get().values().get(parameter.name());
        if (value != null) {
          insert(
              connection,
              "trial_params (trial_id, param_name, param_value, distribution_json)",
              id,
              parameter.name(),
              number(parameter, value),
              distribution(parameter));
        }
      }
    }
    if (trial.state() == StoredState.DONE) {
      List<Double> values =
          problem
              .several()
              .map(goals -> goals.values(trial.trial()))
              .orElse(List.of(trial.valueOrNaN()));
      for (int k = 0; k < values.size(); k++) {
        insert(
            connection,
            "trial_values (trial_id, objective, value, value_type)",
            id,
            k,
            values.get(k),
            "FINITE");
      }
      for (Map.Entry<String, Double> metric : trial.measurements().values().entrySet()) {
        note(connection, "user", id, metric.getKey(), metric.getValue().toString());
      }
      if (!problem.limits().isEmpty()) { // above zero is beyond the limit, as Optuna has it
        note(
            connection,
            "system",
            id,
            "constraints",
            problem.limits().stream()
                .map(limit -> Double.toString(limit.excess(trial.measurements())))
                .collect(list()));
      }
    }
    for (int i = 0; i < trial.curve().size(); i++) {
      insert(
          connection,
          "trial_intermediate_values (trial_id, step, intermediate_value, intermediate_value_type)",
          id,
          trial.curve().step(i),
          trial.curve().value(i),
          "FINITE");
    }
    if (trial.reason() != null) {
      note(connection, "user", id, NOTE + "reason", json(trial.reasonOrEmpty()));
    }
  }

  private static void note(Connection connection, String kind, long trial, String key, String json)
      throws SQLException {
    String table = "trial_%s_attributes (trial_id, key, value_json)".formatted(kind);
    insert(connection, table, trial, key, json);
  }

  /** Adds a row and returns its number. */
  private static long insert(Connection connection, String columns, @Nullable Object... values)
      throws SQLException {
    String marks = Stream.of(values).map(value -> "?").collect(Collectors.joining(", "));
    Sql.update(connection, "INSERT INTO %s VALUES (%s)".formatted(columns, marks), values);
    return Sql.query(connection, "SELECT last_insert_rowid()", row -> row.getLong(1)).get(0);
  }

  /** A setting as Optuna keeps it: an option by its place. */
  private static double number(Parameter parameter, Value value) {
    if (parameter instanceof RealParameter && value instanceof Value.Real real) {
      return real.number();
    }
    return parameter instanceof IntegerParameter && value instanceof Value.Whole whole
        ? whole.number()
        : options(parameter).indexOf(value);
  }

  private static String distribution(Parameter parameter) {
    if (parameter instanceof RealParameter real) {
      return range("Float", "null", real.low(), real.high(), real.scale());
    }
    if (parameter instanceof IntegerParameter whole) {
      return range("Int", "1", whole.low(), whole.high(), whole.scale());
    }
    return "{\"name\": \"CategoricalDistribution\", \"attributes\": {\"choices\": %s}}"
        .formatted(options(parameter).stream().map(OptunaStorage::json).collect(list()));
  }

  private static String range(String kind, String step, Object low, Object high, Scale scale) {
    return "{\"name\": \"%sDistribution\", \"attributes\": {\"step\": %s, \"low\": %s, \"high\": %s, \"log\": %s}}"
        .formatted(kind, step, low, high, scale == Scale.LOG);
  }

  private static List<Value> options(Parameter parameter) {
    return LongStream.range(0, parameter.cardinality().orElseThrow())
        .mapToObj(parameter::value)
        .toList();
  }

  private static String word(Direction direction) {
    return direction == Direction.MINIMISE ? "MINIMIZE" : "MAXIMIZE";
  }

  private static Collector<CharSequence, ?, String> list() {
    return Collectors.joining(", ", "[", "]");
  }

  private static String json(Configuration settings) {
    return settings.values().entrySet().stream()
        .map(setting -> json(setting.getKey()) + ": " + json(setting.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String json(Value value) {
    return value instanceof Value.Text text ? json(text.text()) : value.toString();
  }

  private static String json(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return Pattern.compile("\\p{Cntrl}")
        .matcher(escaped)
        .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)))
        .transform(quoted -> "\"" + quoted + "\"");
  }
}
