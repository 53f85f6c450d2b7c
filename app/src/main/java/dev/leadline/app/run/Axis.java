package dev.leadline.app.run;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A value axis: linear, or logarithmic where positive values span more than two decades.
 *
 * @param low the lowest value shown, in axis units (a logarithm on a log axis)
 * @param high the highest
 */
record Axis(Kind kind, double low, double high) {

  enum Kind {
    LINEAR,
    LOG
  }

  private static final double DECADES = 2;
  private static final double MARGIN = 0.05;

  static Axis of(double[] values) {
    if (values.length == 0) {
      return new Axis(Kind.LINEAR, 0, 1);
    }
    double least = Arrays.stream(values).min().orElseThrow();
    double most = Arrays.stream(values).max().orElseThrow();
    Kind kind = least > 0 && most / least > Math.pow(10, DECADES) ? Kind.LOG : Kind.LINEAR;
    double low = position(kind, least);
    double high = position(kind, most);
    double margin = high > low ? (high - low) * MARGIN : Math.max(1e-9, Math.abs(low) * MARGIN);
    return new Axis(kind, low - margin, high + margin);
  }

  /** The share of the axis below the value. */
  double share(double value) {
    return (position(kind, value) - low) / (high - low);
  }

  /** The value that has this share of the axis below it. */
  double value(double share) {
    double position = low + share * (high - low);
    return kind == Kind.LOG ? Math.pow(10, position) : position;
  }

  double[] ticks() {
    double step = kind == Kind.LOG ? Math.max(1, niceStep(high - low, 6)) : niceStep(high - low, 6);
    int first = (int) Math.ceil(low / step);
    int last = (int) Math.floor(high / step);
    DoubleStream positions = IntStream.rangeClosed(first, last).mapToDouble(i -> i * step);
    return (kind == Kind.LOG ? positions.map(p -> Math.pow(10, p)) : positions).toArray();
  }

  /** A step of 1, 2 or 5 times a power of ten that cuts the span into at most the given parts. */
  static double niceStep(double span, int parts) {
    double raw = Math.max(span / parts, Double.MIN_NORMAL);
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= raw) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static double position(Kind kind, double value) {
    return kind == Kind.LOG ? Math.log10(value) : value;
  }
}
