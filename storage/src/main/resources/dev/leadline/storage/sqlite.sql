-- The tables of a study file. A change of them is a step of Format, too.
CREATE TABLE format (version INTEGER NOT NULL);

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
  change INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE trial (
  study INTEGER NOT NULL REFERENCES study (id),
  number INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'STOPPED', 'DELETED')),
  settings TEXT NOT NULL,
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
  token TEXT,
  worker TEXT,
  claimed INTEGER,
  until INTEGER,
  PRIMARY KEY (study, number),
  CHECK (state NOT IN ('DONE', 'STOPPED') OR value IS NOT NULL),
  CHECK ((state IN ('FAILED', 'STOPPED', 'DELETED')) = (reason IS NOT NULL))
) WITHOUT ROWID;

CREATE TABLE attachment (
  study INTEGER NOT NULL REFERENCES study (id),
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('EVALUATION', 'MEASUREMENT', 'RELATED', 'TAGS', 'NOTES', 'TRIAL_NOTES', 'AUDIT')),
  text TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (study, position)
) WITHOUT ROWID;

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('read', 'work', 'admin')),
  hash TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER
) WITHOUT ROWID;

CREATE INDEX trial_changed ON trial (study, changed);

CREATE INDEX trial_open ON trial (study, state, number) WHERE state IN ('QUEUED', 'RUNNING');

CREATE UNIQUE INDEX trial_request ON trial (study, request) WHERE request IS NOT NULL;
