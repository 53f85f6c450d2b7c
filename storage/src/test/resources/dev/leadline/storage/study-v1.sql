PRAGMA application_id = 1279607108;
CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied TEXT NOT NULL);
INSERT INTO schema_version VALUES (1, '2026-01-01T12:00:00Z');
CREATE TABLE study (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  space TEXT NOT NULL,
  command TEXT NOT NULL,
  strategy TEXT NOT NULL,
  seed INTEGER NOT NULL,
  created TEXT NOT NULL);
INSERT INTO study VALUES (1, 'minimise loss', './run {x}', 'pfn', 7, '2026-01-01T12:00:00Z');
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
  CHECK ((state = 'FAILED') = (reason IS NOT NULL)));
INSERT INTO trial VALUES (0, 'DONE', 1.5, NULL, 'v1.trials/0', 1, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01Z');
INSERT INTO trial VALUES (1, 'FAILED', NULL, 'exit code 1', 'v1.trials/1', 1, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01Z');
INSERT INTO trial VALUES (2, 'FAILED', NULL, 'leadline died 3 times while it ran', NULL, 3, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01Z');
CREATE TABLE setting (
  trial INTEGER NOT NULL REFERENCES trial (number),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (trial, position)) WITHOUT ROWID;
INSERT INTO setting VALUES (0, 0, 'x', '0.5');
INSERT INTO setting VALUES (1, 0, 'x', '0.6');
INSERT INTO setting VALUES (2, 0, 'x', '0.7');
CREATE TABLE holder (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  started INTEGER NOT NULL,
  lease_until INTEGER NOT NULL);
