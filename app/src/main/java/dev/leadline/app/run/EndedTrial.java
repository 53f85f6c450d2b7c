package dev.leadline.app.run;

/**
 * A trial whose command is over.
 *
 * @param attempts how often the command was begun, because machines under it were lost
 */
record EndedTrial(int trial, int attempts, Outcome outcome) {}
