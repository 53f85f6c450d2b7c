package dev.leadline.bench.lane;

import com.fasterxml.jackson.annotation.JsonProperty;

/** By what runs are driven. */
public enum Through {
  /** Many runs side by side, their questions answered in batches: the benchmark's own loop. */
  @JsonProperty("lock-step")
  LOCK_STEP,

  /** Each run is a study of the library, as a user would make it, on the CPU. */
  @JsonProperty("study")
  STUDY;

  /** The one that plans and commands call by this name. */
  public static Through named(String name) {
    return switch (name) {
      case "lock-step" -> LOCK_STEP;
      case "study" -> STUDY;
      default ->
          throw new IllegalArgumentException(
              "expected runs through lock-step or study but got '%s'".formatted(name));
    };
  }
}
