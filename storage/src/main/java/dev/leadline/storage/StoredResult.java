package dev.leadline.storage;

import dev.leadline.study.Measurements;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a trial stands, and what came of it. Immutable and thread-safe.
 *
 * @param value in the user's units; present if done, and the one to be expected if stopped
 * @param measurements what was measured besides the value; none unless there is a value
 * @param reason why there is no value of its own; present if failed, stopped or deleted
 * @param finished when it came to this; absent while the trial is open
 */
public record StoredResult(
    StoredState state,
    @Nullable Double value,
    Measurements measurements,
    @Nullable String reason,
    @Nullable Instant finished) {

  public StoredResult {
    value = value == null ? null : Double.valueOf(value + 0.0); // SQLite knows no -0.0
    boolean hasReason =
        state == StoredState.FAILED || state == StoredState.STOPPED || state == StoredState.DELETED;
    boolean needsValue = state == StoredState.DONE || state == StoredState.STOPPED;
    boolean hasValue = value != null && Double.isFinite(value);
    if ((needsValue && !hasValue) || hasReason != (reason != null)) {
      throw new IllegalArgumentException(
          "expected a value if done or stopped and a reason if failed, stopped or deleted but got %s with value %s and reason %s"
              .formatted(state, value, reason));
    }
    if (value == null && !measurements.isEmpty()) {
      throw new IllegalArgumentException(
          "expected measurements beside a value only but got %s without one"
              .formatted(measurements.values()));
    }
  }

  /** None yet. */
  static StoredResult open(StoredState state) {
    return new StoredResult(state, null, Measurements.none(), null, null);
  }

  static StoredResult done(double value, Measurements further, Instant now) {
    Measurements stored = Measurements.none();
    for (Map.Entry<String, Double> metric : further.values().entrySet()) {
      stored = stored.with(StoredText.of(metric.getKey()), metric.getValue());
    }
    return new StoredResult(StoredState.DONE, value, stored, null, now);
  }

  static StoredResult failed(String reason, Instant now) {
    return new StoredResult(
        StoredState.FAILED, null, Measurements.none(), StoredText.of(reason), now);
  }

  static StoredResult stopped(double expected, String reason, Instant now) {
    return new StoredResult(
        StoredState.STOPPED, expected, Measurements.none(), StoredText.of(reason), now);
  }

  /** Out of the study; a value it had is kept for the record. */
  StoredResult deleted(String why, Instant now) {
    return new StoredResult(StoredState.DELETED, value, measurements, StoredText.of(why), now);
  }
}
