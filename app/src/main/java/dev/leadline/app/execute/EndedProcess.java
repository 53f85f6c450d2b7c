package dev.leadline.app.execute;

import dev.leadline.app.metrics.Outcome;

/** The process of a trial that is over, with its outcome. */
record EndedProcess(TrialProcess process, Outcome outcome) {}
