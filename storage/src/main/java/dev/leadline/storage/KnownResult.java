package dev.leadline.storage;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A result that was measured outside a study. Immutable and thread-safe.
 *
 * @param place where it was found, for messages
 * @param settings parameter name to value, both as text
 * @param value in the user's units; null if there is none
 * @param measurements what was measured besides the value
 * @param reason why there is no value
 */
public record KnownResult(
    String place,
    Map<String, String> settings,
    @Nullable Double value,
    Measurements measurements,
    @Nullable String reason) {

  public KnownResult {
    settings = Map.copyOf(new LinkedHashMap<>(settings));
    if ((value == null) == (reason == null)) {
      throw new IllegalArgumentException(
          "expected a value or a reason why there is none in %s but got %s and %s"
              .formatted(place, value, reason));
    }
  }

  /** A trial of another study, which has its result. */
  static KnownResult of(StoredTrial trial) {
    boolean isDone = trial.state() == StoredState.DONE;
    return new KnownResult(
        "trial " + trial.number(),
        trial.settings(),
        isDone ? trial.value() : null,
        isDone ? trial.measurements() : Measurements.none(),
        isDone ? null : trial.reasonOrEmpty());
  }

  /**
   * What was tried.
   *
   * @throws IllegalArgumentException if it is not in the space
   */
  Configuration configuration(Space space) {
    return space.require(space.parse(settings));
  }

  /** The value, NaN if there is none. */
  double valueOrNaN() {
    return value == null ? Double.NaN : value;
  }

  /** Whether a trial of the same configuration had the same result. */
  boolean isThatOf(Trial trial) {
    return switch (trial.state()) {
      case RUNNING, STOPPED -> false;
      case FAILED -> value == null;
      case COMPLETED ->
          value != null && value == trial.value() && measurements.equals(trial.measurements());
    };
  }
}
