package dev.leadline.app.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

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

  /* The difference of the bounds may be beyond all numbers: it is never taken without a factor below 1. */

  private static final double DECADES = 2;
  private static final double MARGIN = 0.05;
  private static final double PARTS = 6;

  static Axis of(double[] values) {
    if (values.length == 0) {
      return new Axis(Kind.LINEAR, 0, 1);
    }
    double least = Arrays.stream(values).min().orElseThrow();
    double most = Arrays.stream(values).max().orElseThrow();
    Kind kind = least > 0 && most / least > Math.pow(10, DECADES) ? Kind.LOG : Kind.LINEAR;
    double low = position(kind, least);
    double high = position(kind, most);
    double margin =
        high > low ? high * MARGIN - low * MARGIN : Math.max(1e-9, Math.abs(low) * MARGIN);
    return new Axis(
        kind, Math.max(-Double.MAX_VALUE, low - margin), Math.min(Double.MAX_VALUE, high + margin));
  }

  /** The fraction of the axis below the value. */
  double fraction(double value) {
    return (position(kind, value) / 4 - low / 4) / (high / 4 - low / 4);
  }

  /** The value that has this fraction of the axis below it. */
  double value(double fraction) {
    double position = (1 - fraction) * low + fraction * high;
    return kind == Kind.LOG ? Math.pow(10, position) : position;
  }

  /** A value in as many digits as tell it from others on the axis. */
  String label(double value) {
    return kind == Kind.LOG ? Numbers.format(value) : Numbers.format(value, high - low);
  }

  double[] ticks() {
    double nice = niceStep(high / PARTS - low / PARTS, 1);
    double step = kind == Kind.LOG ? Math.max(1, nice) : nice;
    long first = (long) Math.ceil(low / step);
    long last = (long) Math.floor(high / step);
    DoubleStream positions =
        LongStream.rangeClosed(first, last)
            .mapToDouble(i -> i * step)
            .filter(position -> position >= low && position <= high)
            .distinct();
    return (kind == Kind.LOG ? positions.map(p -> Math.pow(10, p)) : positions)
        .filter(tick -> Double.isFinite(position(kind, tick)))
        .toArray();
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
