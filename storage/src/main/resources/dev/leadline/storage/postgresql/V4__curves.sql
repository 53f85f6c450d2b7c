-- As version 6 of the study files: what trials reported as they went, and those that were ended early.
ALTER TABLE trial ADD COLUMN curve TEXT NOT NULL DEFAULT '';
ALTER TABLE trial DROP CONSTRAINT trial_state_check;
ALTER TABLE trial DROP CONSTRAINT trial_check;
ALTER TABLE trial DROP CONSTRAINT trial_check1;
ALTER TABLE trial ADD CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'STOPPED', 'DELETED'));
ALTER TABLE trial ADD CHECK (state NOT IN ('DONE', 'STOPPED') OR value IS NOT NULL);
ALTER TABLE trial ADD CHECK ((state IN ('FAILED', 'STOPPED', 'DELETED')) = (reason IS NOT NULL));
