package dev.leadline.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
          Migrations::addNamesAndLeases,
          StudyFileTables.ADD_METRICS,
          StudyFileTables.ADD_REQUESTS,
          StudyFileTables.ADD_CURVES);

  static final Migrations RELEASED = new Migrations(STEPS, Optional.of(StudyFileTables.CREATE));

  private final List<Step> steps;
  private final Optional<Step> fresh;

  Migrations(List<Step> steps) {
    this(steps, Optional.empty());
  }

  /**
   * @param fresh makes of an empty file what all steps together make of it, without the pages that
   *     they leave behind
   */
  private Migrations(List<Step> steps, Optional<Step> fresh) {
    this.steps = List.copyOf(steps);
    this.fresh = fresh;
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
    int before = versionOf(connection);
    if (before == 0) {
      Sql.update(
          connection,
          "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied TEXT NOT NULL)");
    }
    if (before == 0 && fresh.isPresent()) {
      fresh.get().run(connection);
      note(connection, newest(), now);
      return;
    }
    for (int version = before; version < newest(); version++) {
      steps.get(version).run(connection);
      note(connection, version + 1, now);
    }
  }

  private static void note(Connection connection, int version, Instant now) throws SQLException {
    Sql.update(connection, "INSERT INTO schema_version VALUES (?, ?)", version, now.toString());
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
            "ALTER TABLE setting RENAME TO old_setting")
        .run(connection);
    StudyFileTables.VERSION_THREE.run(connection);
    sql(
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
