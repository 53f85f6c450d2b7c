package dev.leadline.storage;

/** The tables of a study file as the newest version has them, and how they came to be. */
final class NewestTables {

  /** What trials measured besides their values, one a line. */
  static final Migrations.Step ADD_METRICS =
      Migrations.sql("ALTER TABLE trial ADD COLUMN metrics TEXT NOT NULL DEFAULT ''");

  /** Under which key a trial was asked for or added last. */
  static final Migrations.Step ADD_REQUESTS =
      Migrations.sql(
          "ALTER TABLE trial ADD COLUMN request TEXT",
          "CREATE UNIQUE INDEX trial_request ON trial (study, request) WHERE request IS NOT NULL");

  static final Migrations.Step VERSION_THREE =
      Migrations.sql(
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
          "CREATE INDEX trial_open ON trial (study, state, number) WHERE state IN ('QUEUED', 'RUNNING')");

  static final Migrations.Step CREATE =
      connection -> {
        VERSION_THREE.run(connection);
        ADD_METRICS.run(connection);
        ADD_REQUESTS.run(connection);
      };

  private NewestTables() {}
}
