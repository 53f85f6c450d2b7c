-- The tables of studies in PostgreSQL, in a schema of their own, which somebody with more rights may have made.
-- A change of them is a step of Format, too.
DO $$ BEGIN
  IF to_regnamespace('leadline') IS NULL THEN CREATE SCHEMA leadline; END IF;
END $$;

CREATE TABLE format (version INTEGER NOT NULL);

CREATE TABLE study (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  space TEXT NOT NULL,
  command TEXT NOT NULL,
  strategy TEXT NOT NULL,
  seed BIGINT NOT NULL,
  created TEXT NOT NULL,
  noise TEXT NOT NULL,
  budget INTEGER,
  counting TEXT,
  max_deaths INTEGER,
  changes TEXT NOT NULL,
  checksum BIGINT NOT NULL,
  phase TEXT NOT NULL DEFAULT 'OPEN' CHECK (phase IN ('OPEN', 'PAUSED', 'ENDED')),
  change BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE trial (
  study BIGINT NOT NULL REFERENCES study (id),
  number INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'STOPPED', 'DELETED')),
  settings TEXT NOT NULL,
  value DOUBLE PRECISION,
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
  checksum BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  token TEXT,
  worker TEXT,
  claimed BIGINT,
  until BIGINT,
  PRIMARY KEY (study, number),
  CHECK (state NOT IN ('DONE', 'STOPPED') OR value IS NOT NULL),
  CHECK ((state IN ('FAILED', 'STOPPED', 'DELETED')) = (reason IS NOT NULL))
) WITH (fillfactor = 70);

CREATE TABLE attachment (
  study BIGINT NOT NULL REFERENCES study (id),
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('EVALUATION', 'MEASUREMENT', 'RELATED', 'TAGS', 'NOTES', 'TRIAL_NOTES', 'AUDIT')),
  text TEXT NOT NULL,
  checksum BIGINT NOT NULL,
  PRIMARY KEY (study, position)
);

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('read', 'work', 'admin')),
  hash TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT
);

CREATE INDEX trial_changed ON trial (study, changed);

CREATE INDEX trial_open ON trial (study, state, number) WHERE state IN ('QUEUED', 'RUNNING');

CREATE UNIQUE INDEX trial_request ON trial (study, request) WHERE request IS NOT NULL;
