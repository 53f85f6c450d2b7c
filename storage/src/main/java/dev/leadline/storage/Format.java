package dev.leadline.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;

/**
 * The tables of studies in one kind of database, with their version. Immutable and thread-safe.
 *
 * @param tables asks for the names of the tables that are there
 * @param schema makes the newest tables
 * @param steps the n-th brings version n to version n + 1
 */
record Format(String tables, String schema, List<Sql.Work<Integer>> steps) {

  /* Release 0.1.0 began with version 1, and every version since then can be opened. So a change of
  the tables changes the schema and adds a step, and a step that was released is never edited. */

  static final Format SQLITE =
      new Format(
          "SELECT name FROM sqlite_schema WHERE type = 'table'", resource("sqlite.sql"), List.of());

  static final Format POSTGRESQL =
      new Format(
          "SELECT tablename FROM pg_tables WHERE schemaname = 'leadline'",
          resource("postgresql.sql"),
          List.of());

  int newest() {
    return steps.size() + 1;
  }

  /**
   * The version of a database; 0 if it has no tables of ours.
   *
   * @param place as messages name it
   * @throws StorageException if it is newer, or was made before there was a release
   */
  int version(Connection connection, String place) throws SQLException {
    List<String> names = Sql.query(connection, tables, row -> row.getString(1));
    if (names.isEmpty()) {
      return 0;
    }
    if (names.stream().anyMatch(name -> name.matches("schema_.*|setting"))) {
      throw new StorageException(
          "%s was made by a leadline before 0.1.0, whose format is no longer read, and was left as it is; export it with that one (leadline show ... --csv > old.csv) and take it up with --from old.csv"
              .formatted(place));
    }
    List<Integer> version =
        Sql.query(connection, "SELECT version FROM format", row -> row.getInt(1));
    if (version.size() != 1 || version.get(0) < 1) {
      throw new RowDamage("the format", "its version is " + version);
    }
    if (version.get(0) > newest()) {
      throw new StorageException(
          "%s has format %d but this leadline reads up to %d; use a newer leadline"
              .formatted(place, version.get(0), newest()));
    }
    return version.get(0);
  }

  /** Brings a database to the newest version, in a transaction that holds a lock for this. */
  int bringUp(Connection connection, String place) throws SQLException {
    int before = version(connection, place);
    if (before == 0) {
      create(connection, schema);
      return Sql.update(connection, "INSERT INTO format VALUES (?)", newest());
    }
    for (Sql.Work<Integer> step : steps.subList(before - 1, steps.size())) {
      step.run(connection);
    }
    return Sql.update(connection, "UPDATE format SET version = ?", newest());
  }

  /** Makes tables by several statements. */
  static void create(Connection connection, String statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(statements);
    }
  }

  static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Format.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
