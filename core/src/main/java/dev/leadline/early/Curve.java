package dev.leadline.early;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * What a trial has reported so far: a value after each of some steps, in the order of the steps.
 * Immutable and thread-safe.
 */
public final class Curve {

  private static final Curve EMPTY = new Curve(new int[0], new double[0]);

  private final int[] steps;
  private final double[] values;

  private Curve(int[] steps, double[] values) {
    this.steps = steps;
    this.values = values;
  }

  /** The curve of a trial that has reported nothing. */
  public static Curve empty() {
    return EMPTY;
  }

  /**
   * A curve.
   *
   * @param steps from 1, increasing
   * @param values one finite value per step
   */
  public static Curve of(int[] steps, double[] values) {
    if (steps.length != values.length) {
      throw new IllegalArgumentException(
          "expected one value per step but got %d steps and %d values"
              .formatted(steps.length, values.length));
    }
    Curve curve = EMPTY;
    for (int i = 0; i < steps.length; i++) {
      curve.requireNext(steps[i], values[i]);
      curve = new Curve(Arrays.copyOf(steps, i + 1), Arrays.copyOf(values, i + 1));
    }
    return curve;
  }

  /** Whether a report of this step goes on where the curve ends. */
  public boolean isBefore(int step) {
    return isEmpty() || step > lastStep();
  }

  /**
   * The curve with one more report.
   *
   * @throws IllegalArgumentException if the step is not after the last one or the value is not
   *     finite
   */
  public Curve with(int step, double value) {
    requireNext(step, value);
    int[] moreSteps = Arrays.copyOf(steps, steps.length + 1);
    double[] moreValues = Arrays.copyOf(values, values.length + 1);
    moreSteps[steps.length] = step;
    moreValues[values.length] = value;
    return new Curve(moreSteps, moreValues);
  }

  private void requireNext(int step, double value) {
    if (step < 1 || !isBefore(step)) {
      throw new IllegalArgumentException(
          "expected a step after %d but got %d; report each step once, in order"
              .formatted(isEmpty() ? 0 : lastStep(), step));
    }
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "expected a finite value at step %d but got %s".formatted(step, value));
    }
  }

  public boolean isEmpty() {
    return steps.length == 0;
  }

  /** The number of reports. */
  public int size() {
    return steps.length;
  }

  public int step(int report) {
    return steps[report];
  }

  public double value(int report) {
    return values[report];
  }

  /** The step of the last report; there must be one. */
  public int lastStep() {
    return steps[steps.length - 1];
  }

  /** The value of the last report; there must be one. */
  public double lastValue() {
    return values[values.length - 1];
  }

  /** The same with other values, which must be finite. */
  public Curve map(DoubleUnaryOperator change) {
    return new Curve(steps, Arrays.stream(values).map(change).toArray());
  }

  /** What had been reported at a step. */
  public Curve until(double step) {
    int count = countUntil(step);
    return new Curve(Arrays.copyOf(steps, count), Arrays.copyOf(values, count));
  }

  /**
   * The mean of what was reported after one step and up to another; where that is nothing, what had
   * been reported last before, or the first report.
   */
  double mean(double after, double until) {
    int to = Math.max(1, countUntil(until));
    int from = Math.min(to - 1, countUntil(after));
    double mean = Arrays.stream(values, from, to).average().orElseThrow();
    return Double.isFinite(mean)
        ? mean
        : Arrays.stream(values, from, to).map(value -> value / (to - from)).sum();
  }

  /**
   * How far off an end may be that is expected of this curve: by how much the ways that complete
   * curves still made after this step differ from the way that is expected of this one, a standard
   * deviation; 0 if there are none.
   */
  public double deviation(double expected, List<Curve> complete) {
    double way = finite(expected - lastValue());
    double square =
        complete.stream()
            .mapToDouble(other -> other.lastValue() - other.mean(lastStep() - 1, lastStep()))
            .map(theirs -> finite(theirs) - way)
            .map(difference -> difference * difference)
            .average()
            .orElse(0);
    return finite(Math.sqrt(square));
  }

  /**
   * A number, or the last one on its side where it is beyond that: differences of values may be.
   */
  static double finite(double number) {
    return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, number));
  }

  /** The mean way from a report to the next, up or down; 0 if there is only one. */
  double roughness() {
    double way = 0;
    for (int i = 1; i < values.length; i++) {
      way += Math.abs(values[i] - values[i - 1]);
    }
    return way / Math.max(1, values.length - 1);
  }

  private int countUntil(double step) {
    int count = 0;
    while (count < steps.length && steps[count] <= step) {
      count++;
    }
    return count;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Curve curve
        && Arrays.equals(curve.steps, steps)
        && Arrays.equals(curve.values, values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(steps) + Arrays.hashCode(values);
  }

  /** The reports as {@code 1:0.5 2:0.3}; {@link #parse} reads it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < steps.length; i++) {
      text.append(i == 0 ? "" : " ").append(steps[i]).append(':').append(values[i]);
    }
    return text.toString();
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Curve parse(String text) {
    if (text.isEmpty()) {
      return EMPTY;
    }
    String[] reports = text.split(" ", -1);
    int[] steps = new int[reports.length];
    double[] values = new double[reports.length];
    for (int i = 0; i < reports.length; i++) {
      int colon = reports[i].indexOf(':');
      if (colon < 1) {
        throw new IllegalArgumentException(
            "expected reports such as 1:0.5 but got '%s'".formatted(reports[i]));
      }
      steps[i] = Integer.parseInt(reports[i].substring(0, colon));
      values[i] = Double.parseDouble(reports[i].substring(colon + 1));
    }
    return of(steps, values);
  }
}
