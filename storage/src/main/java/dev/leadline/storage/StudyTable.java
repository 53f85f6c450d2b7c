package dev.leadline.storage;

import dev.leadline.search.NoiseKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows that say what studies are about. */
final class StudyTable {

  /**
   * One row.
   *
   * @param id what the rows of its trials refer to
   * @param now the time when it was read, by the clock that all sessions go by; 1970 if that was
   *     not asked for
   */
  record Row(long id, StudyEntry entry, Instant now) {}

  /** Reads and writes rows with the time beside them, which saves a call to the database. */
  private static final String NOW = "%s AS now_millis";

  private StudyTable() {}

  /** All studies, by name. */
  static List<Row> all(Connection connection) throws SQLException {
    return Sql.query(
        connection,
        "SELECT *, 0 AS now_millis FROM study WHERE name NOT LIKE '%~%' ORDER BY name",
        StudyTable::row);
  }

  /** The names of all studies, in order, whatever state their rows are in. */
  static List<String> names(Connection connection) throws SQLException {
    return Sql.query(
        connection,
        "SELECT name FROM study ORDER BY name",
        row -> String.valueOf(row.getString("name")));
  }

  static Optional<Row> find(Connection connection, String name) throws SQLException {
    String sql = "SELECT *, 0 AS now_millis FROM study WHERE name = ?";
    return one(Sql.query(connection, sql, StudyTable::row, name));
  }

  /**
   * @param clock the expression of {@link Database#clock}
   */
  static Optional<Row> find(Connection connection, long id, String clock) throws SQLException {
    String sql =
        "SELECT *, " + NOW.formatted(clock) + " FROM study WHERE id = ? AND name NOT LIKE '%~%'";
    return one(Sql.query(connection, sql, StudyTable::row, id));
  }

  /**
   * Takes the row of a study until the end of the transaction, so that all its changes stand in one
   * line, and counts one more.
   */
  static Optional<Row> nextChange(Connection connection, long id, String clock)
      throws SQLException {
    return lock(connection, id, clock, 1);
  }

  /**
   * Takes the row of a study until the end of the transaction; see {@link #nextChange}.
   *
   * @param more by how much the number of its last change grows
   */
  static Optional<Row> lock(Connection connection, long id, String clock, int more)
      throws SQLException {
    String sql =
        "UPDATE study SET change = change + %d WHERE id = ? AND name NOT LIKE '%%~%%' RETURNING *, "
                .formatted(more)
            + NOW.formatted(clock);
    return one(Sql.query(connection, sql, StudyTable::row, id));
  }

  /** The names of discarded studies, which are names of no other: the old one and when that was. */
  static List<String> discarded(Connection connection) throws SQLException {
    return Sql.query(
        connection,
        "SELECT name FROM study WHERE name LIKE '%~%'",
        row -> String.valueOf(row.getString("name")));
  }

  /** Gives a study another name, unless there is one of it. */
  static String rename(Connection connection, String name, String to) throws SQLException {
    if (find(connection, to).isPresent()) {
      throw RefusedException.nameTaken(to);
    }
    int changed =
        Sql.update(
            connection, "UPDATE study SET name = ?, change = change + 1 WHERE name = ?", to, name);
    if (changed == 0) {
      throw RefusedException.noStudy(name);
    }
    return to;
  }

  /** Adds a study, unless there is one of its name. */
  static boolean add(Connection connection, String name, StudyHeader header, Instant now)
      throws SQLException {
    Object[] columns =
        Stream.concat(Stream.of(name, now.toString()), Stream.of(columns(header))).toArray();
    return Sql.update(
            connection,
            """
            INSERT INTO study (name, created, space, command, strategy, seed, noise, budget,
              counting, max_deaths, changes, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING
            """,
            columns)
        > 0;
  }

  /** Writes what a study is about, with its checksum. */
  static int put(Connection connection, long id, StudyHeader header) throws SQLException {
    Object[] columns = Stream.concat(Stream.of(columns(header)), Stream.of(id)).toArray();
    return Sql.update(
        connection,
        """
        UPDATE study SET space = ?, command = ?, strategy = ?, seed = ?, noise = ?,
          budget = ?, counting = ?, max_deaths = ?, changes = ?, checksum = ? WHERE id = ?
        """,
        columns);
  }

  private static @Nullable Object[] columns(StudyHeader header) {
    return new @Nullable Object[] {
      header.space(),
      header.command(),
      header.strategy(),
      header.seed(),
      header.noise().name(),
      header.budget().map(Budget::trials).orElse(null),
      header.budget().map(budget -> budget.counting().name()).orElse(null),
      header.maxDeaths().isPresent() ? header.maxDeaths().getAsInt() : null,
      String.join("\n", header.changes()),
      Checksum.of(header)
    };
  }

  private static <T> Optional<T> one(List<T> rows) {
    return rows.stream().findFirst();
  }

  private static Row row(ResultSet row) throws SQLException {
    StudyHeader header = header(row);
    try {
      StudyPhase phase = StudyPhase.valueOf(String.valueOf(row.getString("phase")));
      String name = String.valueOf(row.getString("name"));
      Instant created = Instant.parse(String.valueOf(row.getString("created")));
      StudyEntry entry = new StudyEntry(name, header, phase, row.getLong("change"), created);
      return new Row(row.getLong("id"), entry, Instant.ofEpochMilli(row.getLong("now_millis")));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new RowDamage("the study's own row", String.valueOf(e.getMessage()));
    }
  }

  private static StudyHeader header(ResultSet row) throws SQLException {
    StudyHeader header;
    try {
      header =
          new StudyHeader(
              String.valueOf(row.getString("space")),
              String.valueOf(row.getString("command")),
              String.valueOf(row.getString("strategy")),
              row.getLong("seed"),
              NoiseKind.valueOf(String.valueOf(row.getString("noise"))),
              budget(row),
              maxDeaths(row),
              changes(row));
    } catch (IllegalArgumentException e) {
      throw new RowDamage("the study's own row", String.valueOf(e.getMessage()));
    }
    if (row.getLong("checksum") != Checksum.of(header)) {
      throw new RowDamage("the study's own row", "its checksum does not match");
    }
    return header;
  }

  private static Optional<Budget> budget(ResultSet row) throws SQLException {
    int trials = row.getInt("budget");
    return row.wasNull()
        ? Optional.empty()
        : Optional.of(
            new Budget(trials, Budget.Counting.valueOf(String.valueOf(row.getString("counting")))));
  }

  private static OptionalInt maxDeaths(ResultSet row) throws SQLException {
    int deaths = row.getInt("max_deaths");
    return row.wasNull() ? OptionalInt.empty() : OptionalInt.of(deaths);
  }

  private static List<String> changes(ResultSet row) throws SQLException {
    return String.valueOf(row.getString("changes")).lines().toList();
  }
}
