package dev.leadline.storage;

/** The tables of a study file, from version three to the newest. */
final class StudyFileTables {

  /* A file that is new gets the newest tables at once, an old one by a step for each version. A table that both share is
   * written once; one that a version changes is written again, because a released step is never edited. */

  private static final String STUDY =
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
      """;

  private static final String TRIAL =
      """
      CREATE TABLE trial (
        study INTEGER NOT NULL REFERENCES study (id),
        number INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'STOPPED', 'DELETED')),
        value REAL,
        reason TEXT,
        output TEXT,
        attempts INTEGER NOT NULL,
        deaths INTEGER NOT NULL,
        created TEXT NOT NULL,
        finished TEXT,
        pending TEXT NOT NULL,
        metrics TEXT NOT NULL,
        request TEXT,
        curve TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        PRIMARY KEY (study, number),
        CHECK (state NOT IN ('DONE', 'STOPPED') OR value IS NOT NULL),
        CHECK ((state IN ('FAILED', 'STOPPED', 'DELETED')) = (reason IS NOT NULL))) WITHOUT ROWID
      """;

  /** Without metrics and requests, which were added to it. */
  private static final String TRIAL_BEFORE_CURVES =
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
      """;

  private static final String SETTING =
      """
      CREATE TABLE setting (
        study INTEGER NOT NULL,
        trial INTEGER NOT NULL,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (study, trial, position),
        FOREIGN KEY (study, trial) REFERENCES trial (study, number)) WITHOUT ROWID
      """;

  private static final String LEASE =
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
      """;

  private static final String TOKEN =
      """
      CREATE TABLE token (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('read', 'work', 'admin')),
        hash TEXT NOT NULL,
        created INTEGER NOT NULL,
        expires INTEGER) WITHOUT ROWID
      """;

  private static final String INDEX_OF_CHANGES =
      "CREATE INDEX trial_changed ON trial (study, changed)";
  private static final String INDEX_OF_OPEN =
      "CREATE INDEX trial_open ON trial (study, state, number) WHERE state IN ('QUEUED', 'RUNNING')";
  private static final String INDEX_OF_REQUESTS =
      "CREATE UNIQUE INDEX trial_request ON trial (study, request) WHERE request IS NOT NULL";

  static final Migrations.Step VERSION_THREE =
      Migrations.sql(
          STUDY, TRIAL_BEFORE_CURVES, SETTING, LEASE, TOKEN, INDEX_OF_CHANGES, INDEX_OF_OPEN);

  /** What trials measured besides their values, one a line. */
  static final Migrations.Step ADD_METRICS =
      Migrations.sql("ALTER TABLE trial ADD COLUMN metrics TEXT NOT NULL DEFAULT ''");

  /** Under which key a trial was asked for or added last. */
  static final Migrations.Step ADD_REQUESTS =
      Migrations.sql("ALTER TABLE trial ADD COLUMN request TEXT", INDEX_OF_REQUESTS);

  /** What trials reported as they went, and those that were ended early. */
  static final Migrations.Step ADD_CURVES =
      Migrations.sql(
          "ALTER TABLE lease RENAME TO old_lease",
          "ALTER TABLE setting RENAME TO old_setting",
          "ALTER TABLE trial RENAME TO old_trial",
          TRIAL,
          SETTING,
          LEASE,
          """
          INSERT INTO trial SELECT study, number, state, value, reason, output, attempts, deaths,
            created, finished, pending, metrics, request, '', checksum, changed FROM old_trial
          """,
          "INSERT INTO setting SELECT * FROM old_setting",
          "INSERT INTO lease SELECT * FROM old_lease",
          "DROP TABLE old_lease",
          "DROP TABLE old_setting",
          "DROP TABLE old_trial",
          INDEX_OF_CHANGES,
          INDEX_OF_OPEN,
          INDEX_OF_REQUESTS);

  static final Migrations.Step CREATE =
      Migrations.sql(
          STUDY, TRIAL, SETTING, LEASE, TOKEN, INDEX_OF_CHANGES, INDEX_OF_OPEN, INDEX_OF_REQUESTS);

  private StudyFileTables() {}
}
