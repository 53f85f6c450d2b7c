-- As version 4 of the study files: what trials measured besides their values, one a line.
ALTER TABLE trial ADD COLUMN metrics TEXT NOT NULL DEFAULT '';
