package dev.leadline.app.report;

import dev.leadline.study.TrialRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Where a tuning run stands. Immutable and thread-safe.
 *
 * @param finished trials with a value or a failure
 * @param running trials being evaluated
 * @param total the budget of trials, if there is one
 * @param best the best trial so far
 * @param expectedImprovement what the model expected of the newest suggestion
 * @param left an estimate of the time left
 */
public record TuningProgress(
    int finished,
    int running,
    OptionalInt total,
    Optional<TrialRecord> best,
    OptionalDouble expectedImprovement,
    Optional<Duration> left) {}
