package dev.leadline.app.metrics;

import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;

/**
 * How an evaluation ended. Immutable and thread-safe.
 *
 * @param value finite unless failed
 * @param further what was measured besides the value; none if failed
 * @param reason empty unless failed
 * @param kind tells a command that ran well but did not print all its metrics from one that failed
 * @param line in which the value was found; empty if there is none, or that is not known
 */
public record Outcome(double value, Measurements further, String reason, Kind kind, String line) {

  public enum Kind {
    VALUE,
    FAILURE,
    /** There was no value. */
    MUTE,
    /** There was a value, but a further metric was missing. */
    UNMEASURED,
    /** It was ended early, and the study knows. */
    STOPPED
  }

  static Outcome of(double value, Measurements further, String line) {
    return Trial.unusable(value, further)
        .map(Outcome::failed)
        .orElseGet(() -> new Outcome(value, further, "", Kind.VALUE, line));
  }

  public static Outcome failed(String reason) {
    return without(reason, Kind.FAILURE);
  }

  static Outcome mute(String reason) {
    return without(reason, Kind.MUTE);
  }

  static Outcome unmeasured(String reason) {
    return without(reason, Kind.UNMEASURED);
  }

  public static Outcome stopped() {
    return without("", Kind.STOPPED);
  }

  private static Outcome without(String reason, Kind kind) {
    return new Outcome(Double.NaN, Measurements.none(), reason, kind, "");
  }

  public boolean isFailure() {
    return kind != Kind.VALUE && kind != Kind.STOPPED;
  }

  public boolean isMute() {
    return kind == Kind.MUTE;
  }
}
