--
-- PostgreSQL database dump
--


-- Dumped from database version 14.22
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: leadline; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA leadline;


--
-- Name: public; Type: SCHEMA; Schema: -; Owner: -
--

-- *not* creating schema, since initdb creates it


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: attachment; Type: TABLE; Schema: leadline; Owner: -
--

CREATE TABLE leadline.attachment (
    study bigint NOT NULL,
    "position" integer NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    checksum bigint NOT NULL,
    CONSTRAINT attachment_kind_check CHECK ((kind = ANY (ARRAY['EVALUATION'::text, 'MEASUREMENT'::text, 'RELATED'::text, 'TAGS'::text, 'NOTES'::text, 'TRIAL_NOTES'::text, 'AUDIT'::text])))
);


--
-- Name: format; Type: TABLE; Schema: leadline; Owner: -
--

CREATE TABLE leadline.format (
    version integer NOT NULL
);


--
-- Name: study; Type: TABLE; Schema: leadline; Owner: -
--

CREATE TABLE leadline.study (
    id bigint NOT NULL,
    name text NOT NULL,
    space text NOT NULL,
    command text NOT NULL,
    strategy text NOT NULL,
    seed bigint NOT NULL,
    created text NOT NULL,
    noise text NOT NULL,
    budget integer,
    counting text,
    max_deaths integer,
    changes text NOT NULL,
    checksum bigint NOT NULL,
    phase text DEFAULT 'OPEN'::text NOT NULL,
    change bigint DEFAULT 0 NOT NULL,
    CONSTRAINT study_phase_check CHECK ((phase = ANY (ARRAY['OPEN'::text, 'PAUSED'::text, 'ENDED'::text])))
)
WITH (fillfactor='50');


--
-- Name: study_id_seq; Type: SEQUENCE; Schema: leadline; Owner: -
--

ALTER TABLE leadline.study ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME leadline.study_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: token; Type: TABLE; Schema: leadline; Owner: -
--

CREATE TABLE leadline.token (
    id text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    hash text NOT NULL,
    created bigint NOT NULL,
    expires bigint,
    CONSTRAINT token_role_check CHECK ((role = ANY (ARRAY['read'::text, 'work'::text, 'admin'::text])))
);


--
-- Name: trial; Type: TABLE; Schema: leadline; Owner: -
--

CREATE TABLE leadline.trial (
    study bigint NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    settings text NOT NULL,
    value double precision,
    reason text,
    output text,
    attempts integer NOT NULL,
    deaths integer NOT NULL,
    created text NOT NULL,
    finished text,
    pending text NOT NULL,
    metrics text NOT NULL,
    request text,
    curve text NOT NULL,
    checksum bigint NOT NULL,
    changed bigint NOT NULL,
    token text,
    worker text,
    claimed bigint,
    until bigint,
    CONSTRAINT trial_check CHECK (((state <> ALL (ARRAY['DONE'::text, 'STOPPED'::text])) OR (value IS NOT NULL))),
    CONSTRAINT trial_check1 CHECK (((state = ANY (ARRAY['FAILED'::text, 'STOPPED'::text, 'DELETED'::text])) = (reason IS NOT NULL))),
    CONSTRAINT trial_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'STOPPED'::text, 'DELETED'::text])))
)
WITH (fillfactor='70');


--
-- Data for Name: attachment; Type: TABLE DATA; Schema: leadline; Owner: -
--

INSERT INTO leadline.attachment VALUES (1, 0, 'EVALUATION', '--regex ''took (.*) ms''
ü', 3566890717);
INSERT INTO leadline.attachment VALUES (1, 1, 'MEASUREMENT', '', 1256859025);


--
-- Data for Name: format; Type: TABLE DATA; Schema: leadline; Owner: -
--

INSERT INTO leadline.format VALUES (1);


--
-- Data for Name: study; Type: TABLE DATA; Schema: leadline; Owner: -
--

INSERT INTO leadline.study OVERRIDING SYSTEM VALUE VALUES (2, 'goals', 'minimise value
x=real:0.0..1.0
also maximise cost
', '', 'pfn', 0, '2026-11-19T05:57:51.682Z', 'NONE', NULL, NULL, NULL, '', 1083717264, 'ENDED', 4);
INSERT INTO leadline.study OVERRIDING SYSTEM VALUE VALUES (1, 'tuned', 'maximise p99 of = it
rate=real:1.0E-4..1.0:log
batch=integer:1..512
method=choice:sgd,adam,a "b" ü
width=ordinal:8,64,x=1\, y
cache=flag
momentum=real:0.0..1.0
when momentum method == ''sgd''
require batch * rate < 100
limit memory <= 512.0
stop stalled >= 30
early median first=1 after=4
', './run {rate} {batch}
{method}', 'committee', -7, '2026-11-19T05:57:51.370Z', 'UNKNOWN', 50, 'WITHOUT_FAILED', 2, 'from trial 3 on: seed -7 instead of 7', 3571598741, 'OPEN', 60);


--
-- Data for Name: token; Type: TABLE DATA; Schema: leadline; Owner: -
--

INSERT INTO leadline.token VALUES ('id1', 'ci', 'work', 'ab', 1767268800000, 1767268860000);
INSERT INTO leadline.token VALUES ('id2', 'me', 'admin', 'cd', 1767268800000, NULL);


--
-- Data for Name: trial; Type: TABLE DATA; Schema: leadline; Owner: -
--

INSERT INTO leadline.trial VALUES (1, 0, 'DONE', 'rate=1.0
batch=1
method="sgd"
width="8"
cache=true
momentum=0.0', 0, NULL, 'study.trials/0', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:0.0 20:0.0', 1571418152, 4, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871382, 1795067931382);
INSERT INTO leadline.trial VALUES (1, 1, 'DONE', 'rate=0.6309573444801932
batch=6
method="adam"
width="8"
cache=false', 8.414709848078966e-06, NULL, 'study.trials/1', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:2.8049032826929884E-6 20:4.207354924039483E-6', 1848236949, 8, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871399, 1795067931399);
INSERT INTO leadline.trial VALUES (1, 2, 'DONE', 'rate=0.3981071705534972
batch=11
method="a "b" ü"
width="8"
cache=true', 9.092974268256818e-05, NULL, 'study.trials/2', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '0 1', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:3.0309914227522727E-5 20:4.546487134128409E-5', 1970814104, 12, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871415, 1795067931415);
INSERT INTO leadline.trial VALUES (1, 3, 'DONE', 'rate=0.251188643150958
batch=16
method="sgd"
width="64"
cache=false
momentum=0.17647058823529413', 0.0001411200080598672, NULL, 'study.trials/3', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '1 2', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:4.70400026866224E-5 20:7.05600040299336E-5', 3646687738, 16, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871433, 1795067931433);
INSERT INTO leadline.trial VALUES (1, 4, 'DONE', 'rate=0.15848931924611134
batch=21
method="adam"
width="64"
cache=true', -0.007568024953079283, NULL, 'study.trials/4', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '2 3', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:-0.0025226749843597607 20:-0.0037840124765396413', 3870242818, 20, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871454, 1795067931454);
INSERT INTO leadline.trial VALUES (1, 5, 'DONE', 'rate=0.1
batch=26
method="a "b" ü"
width="64"
cache=false', -0.09589242746631385, NULL, 'study.trials/5', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '3 4', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:-0.03196414248877128 20:-0.047946213733156925', 821925150, 24, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871470, 1795067931470);
INSERT INTO leadline.trial VALUES (1, 6, 'DONE', 'rate=0.06309573444801933
batch=31
method="sgd"
width="x=1, y"
cache=true
momentum=0.35294117647058826', -0.27941549819892586, NULL, 'study.trials/6', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '4 5', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:-0.09313849939964196 20:-0.13970774909946293', 1534837673, 28, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871505, 1795067931505);
INSERT INTO leadline.trial VALUES (1, 7, 'DONE', 'rate=0.039810717055349734
batch=36
method="adam"
width="x=1, y"
cache=false', 6.569865987187891, NULL, 'study.trials/7', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '5 6', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:2.1899553290626304 20:3.2849329935939453', 905608965, 32, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871527, 1795067931527);
INSERT INTO leadline.trial VALUES (1, 8, 'DONE', 'rate=0.025118864315095794
batch=41
method="a "b" ü"
width="x=1, y"
cache=true', 98.93582466233818, NULL, 'study.trials/8', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '6 7', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:32.97860822077939 20:49.46791233116909', 3767207498, 36, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871590, 1795067931590);
INSERT INTO leadline.trial VALUES (1, 9, 'DONE', 'rate=0.015848931924611134
batch=46
method="sgd"
width="8"
cache=false
momentum=0.5294117647058824', 412.1184852417566, NULL, 'study.trials/9', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '7 8', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:137.37282841391888 20:206.0592426208783', 900585857, 40, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871608, 1795067931608);
INSERT INTO leadline.trial VALUES (1, 10, 'DONE', 'rate=0.01
batch=51
method="adam"
width="8"
cache=true', -5440.211108893698, NULL, 'study.trials/10', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '8 9', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:-1813.403702964566 20:-2720.105554446849', 2915806296, 44, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871628, 1795067931628);
INSERT INTO leadline.trial VALUES (1, 11, 'DONE', 'rate=0.00630957344480193
batch=56
method="a "b" ü"
width="8"
cache=false', -99999.02065507034, NULL, 'study.trials/11', 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:01.234Z', '9 10', 'memory=300.25
p50 = half=-1.0E-300', NULL, '1:-33333.006885023446 20:-49999.51032753517', 2256523470, 48, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871639, 1795067931639);
INSERT INTO leadline.trial VALUES (1, 12, 'FAILED', 'rate=0.003981071705534973
batch=61
method="sgd"
width="64"
cache=true
momentum=0.7058823529411765', NULL, 'exit code 137
killed, 100 % ü', NULL, 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z', '', '', NULL, '', 405519317, 50, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871646, 1795067931646);
INSERT INTO leadline.trial VALUES (1, 13, 'STOPPED', 'rate=0.0025118864315095794
batch=66
method="adam"
width="64"
cache=false', 1e+308, 'it was behind', NULL, 1, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z', '12', '', NULL, '3:4.9E-324', 1432740814, 52, '402db67a-9ad9-305e-bb4a-0fe8ef080cbe', 'vm 3826', 1795067871649, 1795067931649);
INSERT INTO leadline.trial VALUES (1, 14, 'DELETED', 'rate=0.001584893192461114
batch=71
method="a "b" ü"
width="64"
cache=true', 0.30000000000000004, 'a typing error', NULL, 0, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z', '', 'memory=300.25
p50 = half=-1.0E-300', NULL, '', 3841515606, 54, NULL, NULL, NULL, NULL);
INSERT INTO leadline.trial VALUES (1, 15, 'QUEUED', 'rate=0.001
batch=76
method="sgd"
width="x=1, y"
cache=false
momentum=0.8823529411764706', NULL, NULL, NULL, 0, 0, '2026-01-01T12:00:00Z', NULL, '', '', NULL, '', 253481999, 55, NULL, NULL, NULL, NULL);
INSERT INTO leadline.trial VALUES (1, 16, 'RUNNING', 'rate=6.30957344480193E-4
batch=81
method="adam"
width="x=1, y"
cache=true', NULL, NULL, NULL, 1, 0, '2026-01-01T12:00:00Z', NULL, '15', '', 'key 1', '', 1899780784, 56, 'far-away', 'host 4711', 1795067871676, 1795067871677);
INSERT INTO leadline.trial VALUES (2, 0, 'DONE', 'x=0.0', 0, NULL, NULL, 0, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z', '', 'cost=3.0', NULL, '', 3932888906, 1, NULL, NULL, NULL, NULL);
INSERT INTO leadline.trial VALUES (2, 1, 'DONE', 'x=0.25', 1, NULL, NULL, 0, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z', '', 'cost=2.0', NULL, '', 44900382, 2, NULL, NULL, NULL, NULL);
INSERT INTO leadline.trial VALUES (2, 2, 'DONE', 'x=0.5', 2, NULL, NULL, 0, 0, '2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z', '', 'cost=1.0', NULL, '', 1271271982, 3, NULL, NULL, NULL, NULL);


--
-- Name: study_id_seq; Type: SEQUENCE SET; Schema: leadline; Owner: -
--

SELECT pg_catalog.setval('leadline.study_id_seq', 2, true);


--
-- Name: attachment attachment_pkey; Type: CONSTRAINT; Schema: leadline; Owner: -
--

ALTER TABLE ONLY leadline.attachment
    ADD CONSTRAINT attachment_pkey PRIMARY KEY (study, "position");


--
-- Name: study study_name_key; Type: CONSTRAINT; Schema: leadline; Owner: -
--

ALTER TABLE ONLY leadline.study
    ADD CONSTRAINT study_name_key UNIQUE (name);


--
-- Name: study study_pkey; Type: CONSTRAINT; Schema: leadline; Owner: -
--

ALTER TABLE ONLY leadline.study
    ADD CONSTRAINT study_pkey PRIMARY KEY (id);


--
-- Name: token token_pkey; Type: CONSTRAINT; Schema: leadline; Owner: -
--

ALTER TABLE ONLY leadline.token
    ADD CONSTRAINT token_pkey PRIMARY KEY (id);


--
-- Name: trial trial_pkey; Type: CONSTRAINT; Schema: leadline; Owner: -
--

ALTER TABLE ONLY leadline.trial
    ADD CONSTRAINT trial_pkey PRIMARY KEY (study, number);


--
-- Name: trial_changed; Type: INDEX; Schema: leadline; Owner: -
--

CREATE INDEX trial_changed ON leadline.trial USING btree (study, changed);


--
-- Name: trial_open; Type: INDEX; Schema: leadline; Owner: -
--

CREATE INDEX trial_open ON leadline.trial USING btree (study, state, number) WHERE (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));


--
-- Name: trial_request; Type: INDEX; Schema: leadline; Owner: -
--

CREATE UNIQUE INDEX trial_request ON leadline.trial USING btree (study, request) WHERE (request IS NOT NULL);


--
-- Name: attachment attachment_study_fkey; Type: FK CONSTRAINT; Schema: leadline; Owner: -
--

ALTER TABLE ONLY leadline.attachment
    ADD CONSTRAINT attachment_study_fkey FOREIGN KEY (study) REFERENCES leadline.study(id);


--
-- Name: trial trial_study_fkey; Type: FK CONSTRAINT; Schema: leadline; Owner: -
--

ALTER TABLE ONLY leadline.trial
    ADD CONSTRAINT trial_study_fkey FOREIGN KEY (study) REFERENCES leadline.study(id);


--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: -
--

REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO PUBLIC;


--
-- PostgreSQL database dump complete
--


