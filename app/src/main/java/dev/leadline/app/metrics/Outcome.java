package dev.leadline.app.metrics;

import dev.leadline.study.Measurements;
import dev.leadline.study.Trial;
import java.util.List;
import java.util.stream.DoubleStream;

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

  /** The median of everything that several measurements of the same settings gave. */
  public static Outcome median(List<Outcome> all) {
    Measurements further = Measurements.none();
    for (String metric : all.get(0).further.values().keySet()) {
      further =
          further.with(
              metric,
              median(all.stream().mapToDouble(one -> one.further.get(metric).orElseThrow())));
    }
    double value = median(all.stream().mapToDouble(Outcome::value));
    return new Outcome(value, further, "", Kind.VALUE, all.get(0).line);
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
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
