package dev.leadline.storage;

import dev.leadline.suggest.NoiseKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The one row that says what the study is about. */
final class HeaderTable {

  private HeaderTable() {}

  static Optional<StudyHeader> find(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM study")) {
      return row.next() ? Optional.of(header(row)) : Optional.empty();
    }
  }

  static void put(Connection connection, StudyHeader header, Instant now) throws SQLException {
    Sql.update(
        connection,
        """
        INSERT INTO study (only, space, command, strategy, seed, created, noise, budget, counting, max_deaths, changes, checksum)
        VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        ON CONFLICT (only) DO UPDATE SET space = ?1, command = ?2, strategy = ?3, seed = ?4, noise = ?6,
          budget = ?7, counting = ?8, max_deaths = ?9, changes = ?10, checksum = ?11
        """,
        header.space(),
        header.command(),
        header.strategy(),
        header.seed(),
        now.toString(),
        header.noise().name(),
        header.budget().map(Budget::trials).orElse(null),
        header.budget().map(budget -> budget.counting().name()).orElse(null),
        header.maxDeaths().isPresent() ? header.maxDeaths().getAsInt() : null,
        String.join("\n", header.changes()),
        Checksum.of(header));
  }

  private static StudyHeader header(ResultSet row) throws SQLException {
    if (!Columns.has(row, "checksum")) {
      return firstVersion(row);
    }
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

  /** The first version of the format gave up trials of every study, ours or not. */
  private static StudyHeader firstVersion(ResultSet row) throws SQLException {
    String command = String.valueOf(row.getString("command"));
    return new StudyHeader(
        String.valueOf(row.getString("space")),
        command,
        String.valueOf(row.getString("strategy")),
        row.getLong("seed"),
        NoiseKind.NONE,
        Optional.empty(),
        command.isEmpty() ? OptionalInt.empty() : StudyHeader.USUAL_DEATHS,
        List.of());
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
