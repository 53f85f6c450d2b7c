-- As version 5 of the study files: under which key a trial was asked for or added last.
ALTER TABLE trial ADD COLUMN request TEXT;

CREATE UNIQUE INDEX trial_request ON trial (study, request) WHERE request IS NOT NULL;
