package dev.leadline.app.metrics;

import java.util.OptionalDouble;

/**
 * What was found where a number was looked for: a value, nothing, or something that may mean more
 * than one number. Immutable and thread-safe.
 *
 * @param value present if it is clear; may be NaN or infinite
 * @param problem why there is no value although something was found; empty otherwise
 * @param line that it was found in; empty if that is not known
 */
public record Reading(OptionalDouble value, String problem, String line) {

  static Reading none() {
    return new Reading(OptionalDouble.empty(), "", "");
  }

  static Reading of(double value) {
    return new Reading(OptionalDouble.of(value), "", "");
  }

  /**
   * Something that must not be guessed.
   *
   * @param problem ends the sentence "expected … but …"
   */
  static Reading unclear(String problem) {
    return new Reading(OptionalDouble.empty(), problem, "");
  }

  boolean isPresent() {
    return value.isPresent() || !problem.isEmpty();
  }

  /** The same, with the line it was found in. */
  Reading in(String where) {
    String shown = OutputLines.shortened(where.strip());
    return new Reading(
        value, problem.isEmpty() ? "" : "%s (the line is '%s')".formatted(problem, shown), shown);
  }

  /** This one, or the other where this one found nothing. */
  Reading orElse(Reading other) {
    return isPresent() ? this : other;
  }
}
