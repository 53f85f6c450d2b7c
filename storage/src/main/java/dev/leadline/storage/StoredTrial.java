package dev.leadline.storage;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One trial as the study file keeps it.
 *
 * @param number counts from 0 in the order of suggestion
 * @param settings parameter name to value, both as text, in the order of the space
 * @param value in the user's units; present if done
 * @param reason why there is no value; present if failed
 * @param output the directory with what the trial printed, relative to the study file
 * @param attempts how often an evaluation was started
 */
public record StoredTrial(
    int number,
    TrialState state,
    Map<String, String> settings,
    @Nullable Double value,
    @Nullable String reason,
    @Nullable String output,
    int attempts,
    Instant created,
    @Nullable Instant finished) {

  public StoredTrial {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  public double valueOrNaN() {
    return value == null ? Double.NaN : value;
  }

  public String reasonOrEmpty() {
    return reason == null ? "" : reason;
  }
}
