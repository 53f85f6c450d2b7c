package dev.leadline.lab.problem;

import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import java.util.List;

/**
 * What came of one evaluation. Immutable and thread-safe.
 *
 * @param value what an optimiser gets to see; NaN if the evaluation failed
 * @param further what else was measured: further goals, and what has to keep limits
 * @param curve the values after each step made on the way; empty for most
 * @param isEnded whether it was ended early, so that the value was never seen
 */
public record Outcome(double value, Measurements further, List<Double> curve, boolean isEnded) {

  public Outcome {
    curve = List.copyOf(curve);
  }

  /** A value and nothing else. */
  public static Outcome of(double value) {
    return of(value, Measurements.none());
  }

  static Outcome of(double value, Measurements further) {
    return new Outcome(value, further, List.of(), false);
  }

  static Outcome failed() {
    return of(Double.NaN);
  }

  /** A value after some steps. */
  static Outcome after(List<Double> curve) {
    return new Outcome(curve.get(curve.size() - 1), Measurements.none(), curve, false);
  }

  /** The same, ended after so many steps. */
  public Outcome endedAfter(int steps) {
    return new Outcome(value, further, curve.subList(0, steps), true);
  }

  public boolean isFailed() {
    return Double.isNaN(value);
  }

  /** Whether there is a value that was measured to the end. */
  public boolean isComplete() {
    return !isFailed() && !isEnded;
  }

  boolean keeps(Limit limit) {
    return limit.isKeptBy(further);
  }
}
