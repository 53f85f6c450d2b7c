package dev.leadline.app.metrics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where a command that prints its value again and again prints it, and after which step. Immutable
 * and thread-safe.
 *
 * @param value where the value stands in a line
 * @param step where the step stands in the same line; where it does not, lines are counted
 */
public record CurveSource(Metric value, Metric step) {

  /** What a running trial has printed of its value after a step. */
  public record Point(int trial, int step, double value) {}

  /** The step behind the word itself. */
  public static final Metric USUAL_STEP = new Metric.Named("step");

  /**
   * What a line reports, if it does.
   *
   * @param before the step of the report before, 0 if there is none
   * @return empty too if the step is not after the one before, or something is not finite
   */
  Optional<Point> read(int trial, String line, int before) {
    OptionalDouble found = last(value, line);
    double at = last(step, line).orElse(before + 1);
    boolean isNext = at > before && at <= Integer.MAX_VALUE && at == Math.rint(at);
    return found.isPresent() && Double.isFinite(found.getAsDouble()) && isNext
        ? Optional.of(new Point(trial, (int) at, found.getAsDouble()))
        : Optional.empty();
  }

  /** What reads the lines after this one. */
  CurveSource after(String line) {
    return new CurveSource(value.after(line), step);
  }

  private static OptionalDouble last(Metric metric, String line) {
    List<Reading> readings = metric.readings(line);
    return readings.isEmpty() ? OptionalDouble.empty() : readings.get(readings.size() - 1).value();
  }
}
