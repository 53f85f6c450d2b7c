package dev.leadline.app.execute;

import dev.leadline.app.metrics.Outcome;

/**
 * A trial whose command is over.
 *
 * @param attempts how often the command was begun, because machines under it were lost
 */
record EndedTrial(int trial, int attempts, Outcome outcome) {}
