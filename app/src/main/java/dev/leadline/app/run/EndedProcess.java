package dev.leadline.app.run;

/** The process of a trial that is over, with its outcome. */
record EndedProcess(TrialProcess process, Outcome outcome) {}
