package dev.leadline.app.run;

/**
 * How an evaluation ended. Immutable and thread-safe.
 *
 * @param value finite unless failed
 * @param reason empty unless failed
 * @param kind tells a command that ran well but printed no metric from one that failed
 */
record Outcome(double value, String reason, Kind kind) {

  enum Kind {
    VALUE,
    FAILURE,
    MUTE
  }

  static Outcome of(double value) {
    return Double.isFinite(value)
        ? new Outcome(value, "", Kind.VALUE)
        : failed("the value was " + value);
  }

  static Outcome failed(String reason) {
    return new Outcome(Double.NaN, reason, Kind.FAILURE);
  }

  static Outcome mute(String reason) {
    return new Outcome(Double.NaN, reason, Kind.MUTE);
  }

  boolean isFailure() {
    return kind != Kind.VALUE;
  }

  boolean isMute() {
    return kind == Kind.MUTE;
  }
}
