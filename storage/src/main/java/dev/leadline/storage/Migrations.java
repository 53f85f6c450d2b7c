package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;

/** The steps that bring a study file of any age to the present schema. Immutable, thread-safe. */
final class Migrations {

  /*
   * Step n turns version n into version n + 1. A step that was released is never edited; a change of
   * the schema is a new step at the end. Every step runs in a transaction of its own together with
   * its row in schema_version, so a crash leaves a whole version behind.
   */
  private static final List<List<String>> STEPS =
      List.of(
          List.of(
              """
              CREATE TABLE study (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                space TEXT NOT NULL,
                command TEXT NOT NULL,
                strategy TEXT NOT NULL,
                seed INTEGER NOT NULL,
                created TEXT NOT NULL)
              """,
              """
              CREATE TABLE trial (
                number INTEGER PRIMARY KEY,
                state TEXT NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
                value REAL,
                reason TEXT,
                output TEXT,
                attempts INTEGER NOT NULL,
                created TEXT NOT NULL,
                finished TEXT,
                CHECK ((state = 'DONE') = (value IS NOT NULL)),
                CHECK ((state = 'FAILED') = (reason IS NOT NULL)))
              """,
              """
              CREATE TABLE setting (
                trial INTEGER NOT NULL REFERENCES trial (number),
                position INTEGER NOT NULL,
                name TEXT NOT NULL,
                text TEXT NOT NULL,
                PRIMARY KEY (trial, position)) WITHOUT ROWID
              """,
              """
              CREATE TABLE holder (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                host TEXT NOT NULL,
                pid INTEGER NOT NULL,
                started INTEGER NOT NULL,
                lease_until INTEGER NOT NULL)
              """));

  static final Migrations RELEASED = new Migrations(STEPS);

  private final List<List<String>> steps;

  Migrations(List<List<String>> steps) {
    this.steps = List.copyOf(steps);
  }

  int newest() {
    return steps.size();
  }

  /** The version of the file; 0 if it has no schema yet. */
  static int versionOf(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet tables =
            statement.executeQuery("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'")) {
      if (!tables.next()) {
        return 0;
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT max(version) FROM schema_version")) {
      return row.next() ? row.getInt(1) : 0;
    }
  }

  /** Applies the missing steps in order, each in its own transaction. */
  void apply(Sql sql, Clock clock) {
    for (int version = sql.read(Migrations::versionOf); version < newest(); version++) {
      int from = version;
      sql.write(connection -> step(connection, from, clock.instant().toString()));
    }
  }

  private void step(Connection connection, int from, String now) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied TEXT NOT NULL)");
      for (String change : steps.get(from)) {
        statement.execute(change);
      }
    }
    Sql.update(connection, "INSERT INTO schema_version VALUES (?, ?)", from + 1, now);
  }

  void refuseNewer(Path file, int version) {
    if (version > newest()) {
      throw new StorageException(
          "%s has schema version %d but this leadline reads up to %d; use a newer leadline"
              .formatted(file, version, newest()));
    }
  }
}
