package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;

/** The steps that bring a study file of any age to the present schema. Immutable, thread-safe. */
final class Migrations {

  /*
   * Step n turns version n into version n + 1. A step that was released is never edited; a change of
   * the schema is a new step at the end. All missing steps run in one writing transaction, together
   * with their rows in schema_version: of several processes one does it, and a crash leaves the file
   * as it was.
   */

  /** One step. */
  interface Step {
    void run(Connection connection) throws SQLException;
  }

  private static final List<Step> STEPS =
      List.of(
          sql(
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
              """),
          Migrations::addChecksums,
          Migrations::addNamesAndLeases);

  static final Migrations RELEASED = new Migrations(STEPS);

  private final List<Step> steps;

  Migrations(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /** A step of plain statements. */
  static Step sql(String... statements) {
    return connection -> {
      try (Statement statement = connection.createStatement()) {
        for (String sql : statements) {
          statement.execute(sql);
        }
      }
    };
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

  /** Applies the missing steps in order; to be called inside a writing transaction. */
  void apply(Connection connection, Instant now) throws SQLException {
    for (int version = versionOf(connection); version < newest(); version++) {
      Sql.update(
          connection,
          "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied TEXT NOT NULL)");
      steps.get(version).run(connection);
      Sql.update(
          connection, "INSERT INTO schema_version VALUES (?, ?)", version + 1, now.toString());
    }
  }

  void refuseNewer(Path file, int version) {
    if (version > newest()) {
      throw new StorageException(
          "%s has schema version %d but this leadline reads up to %d; use a newer leadline"
              .formatted(file, version, newest()));
    }
  }

  /** Version 2: checksums, deleted trials, deaths apart from attempts, what may change. */
  private static void addChecksums(Connection connection) throws SQLException {
    List<StudyTable.Row> studies = List.of();
    List<StoredTrial> trials = List.of();
    try (OldVersions views = OldVersions.asNewest(connection, 1)) {
      studies = StudyTable.all(connection);
      trials = new TrialTable(connection, OldVersions.STUDY).all();
    }
    sql(
            "ALTER TABLE study ADD COLUMN noise TEXT NOT NULL DEFAULT 'NONE'",
            "ALTER TABLE study ADD COLUMN budget INTEGER",
            "ALTER TABLE study ADD COLUMN counting TEXT",
            "ALTER TABLE study ADD COLUMN max_deaths INTEGER",
            "ALTER TABLE study ADD COLUMN changes TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE study ADD COLUMN checksum INTEGER NOT NULL DEFAULT -1",
            "DROP TABLE setting",
            "DROP TABLE trial",
            "DROP TABLE holder",
            """
            CREATE TABLE trial (
              number INTEGER PRIMARY KEY,
              state TEXT NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'DELETED')),
              value REAL,
              reason TEXT,
              output TEXT,
              attempts INTEGER NOT NULL,
              deaths INTEGER NOT NULL,
              created TEXT NOT NULL,
              finished TEXT,
              checksum INTEGER NOT NULL,
              CHECK (state <> 'DONE' OR value IS NOT NULL),
              CHECK ((state IN ('FAILED', 'DELETED')) = (reason IS NOT NULL)))
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
              lease_until INTEGER NOT NULL,
              kernel TEXT NOT NULL,
              token TEXT NOT NULL)
            """)
        .run(connection);
    for (StudyTable.Row row : studies) {
      Sql.update(
          connection,
          "UPDATE study SET max_deaths = ?, checksum = ?",
          row.entry().header().maxDeaths().isPresent()
              ? row.entry().header().maxDeaths().getAsInt()
              : null,
          Checksum.of(row.entry().header()));
    }
    for (StoredTrial trial : trials) {
      OldVersions.addToVersionTwo(connection, trial);
    }
  }

  /** Version 3: several studies in a file, each with a name, and claims that run out. */
  private static void addNamesAndLeases(Connection connection) throws SQLException {
    sql(
            "DROP TABLE holder",
            "ALTER TABLE study RENAME TO old_study",
            "ALTER TABLE trial RENAME TO old_trial",
            "ALTER TABLE setting RENAME TO old_setting",
            """
            CREATE TABLE study (
              id INTEGER PRIMARY KEY,
              name TEXT NOT NULL UNIQUE,
              space TEXT NOT NULL,
              command TEXT NOT NULL,
              strategy TEXT NOT NULL,
              seed INTEGER NOT NULL,
              created TEXT NOT NULL,
              noise TEXT NOT NULL,
              budget INTEGER,
              counting TEXT,
              max_deaths INTEGER,
              changes TEXT NOT NULL,
              checksum INTEGER NOT NULL,
              phase TEXT NOT NULL DEFAULT 'OPEN' CHECK (phase IN ('OPEN', 'PAUSED', 'ENDED')),
              change INTEGER NOT NULL DEFAULT 0)
            """,
            """
            CREATE TABLE trial (
              study INTEGER NOT NULL REFERENCES study (id),
              number INTEGER NOT NULL,
              state TEXT NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'DELETED')),
              value REAL,
              reason TEXT,
              output TEXT,
              attempts INTEGER NOT NULL,
              deaths INTEGER NOT NULL,
              created TEXT NOT NULL,
              finished TEXT,
              pending TEXT NOT NULL,
              checksum INTEGER NOT NULL,
              changed INTEGER NOT NULL,
              PRIMARY KEY (study, number),
              CHECK (state <> 'DONE' OR value IS NOT NULL),
              CHECK ((state IN ('FAILED', 'DELETED')) = (reason IS NOT NULL))) WITHOUT ROWID
            """,
            """
            CREATE TABLE setting (
              study INTEGER NOT NULL,
              trial INTEGER NOT NULL,
              position INTEGER NOT NULL,
              name TEXT NOT NULL,
              text TEXT NOT NULL,
              PRIMARY KEY (study, trial, position),
              FOREIGN KEY (study, trial) REFERENCES trial (study, number)) WITHOUT ROWID
            """,
            """
            CREATE TABLE lease (
              study INTEGER NOT NULL,
              trial INTEGER NOT NULL,
              token TEXT NOT NULL,
              worker TEXT NOT NULL,
              claimed INTEGER NOT NULL,
              until INTEGER NOT NULL,
              PRIMARY KEY (study, trial),
              FOREIGN KEY (study, trial) REFERENCES trial (study, number)) WITHOUT ROWID
            """,
            """
            CREATE TABLE token (
              id TEXT PRIMARY KEY,
              name TEXT NOT NULL,
              role TEXT NOT NULL CHECK (role IN ('read', 'work', 'admin')),
              hash TEXT NOT NULL,
              created INTEGER NOT NULL,
              expires INTEGER) WITHOUT ROWID
            """,
            "CREATE INDEX trial_changed ON trial (study, changed)",
            "CREATE INDEX trial_open ON trial (study, state, number) WHERE state IN ('QUEUED', 'RUNNING')",
            """
            INSERT INTO study (id, name, space, command, strategy, seed, created, noise, budget,
              counting, max_deaths, changes, checksum)
            SELECT 1, 'study', space, command, strategy, seed, created, noise, budget, counting,
              max_deaths, changes, checksum FROM old_study
            """,
            """
            INSERT INTO trial SELECT 1, number, state, value, reason, output, attempts, deaths,
              created, finished, '', checksum, 0 FROM old_trial
            """,
            "INSERT INTO setting SELECT 1, trial, position, name, text FROM old_setting",
            "DROP TABLE old_setting",
            "DROP TABLE old_trial",
            "DROP TABLE old_study")
        .run(connection);
  }
}
