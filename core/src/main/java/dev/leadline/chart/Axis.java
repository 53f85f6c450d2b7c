package dev.leadline.chart;

import dev.leadline.space.SignificantDigits;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * The values along one side of a chart.
 *
 * @param low the lowest value shown, in axis units (a logarithm on a log axis)
 * @param high the highest
 */
public record Axis(Kind kind, double low, double high) {

  /** How values are spaced. */
  public enum Kind {
    LINEAR,
    LOG,
    /** Numbers of trials or steps: nothing stands between two of them. */
    WHOLE
  }

  /* The difference of the bounds may be beyond all numbers: it is never taken without a factor below 1. */
  private static final double DECADES = 2;
  private static final double MARGIN = 0.05;
  private static final double NARROW = 0.016;
  private static final double PARTS = 6;

  /** A linear axis, or a logarithmic one where positive values span more than two decades. */
  public static Axis of(DoubleStream values) {
    double[] all = values.filter(Double::isFinite).toArray();
    double least = Arrays.stream(all).min().orElse(0);
    double most = Arrays.stream(all).max().orElse(1);
    boolean isWide = least > 0 && most / least > Math.pow(10, DECADES);
    return of(isWide ? Kind.LOG : Kind.LINEAR, Arrays.stream(all));
  }

  /** An axis that holds all values with a margin; a log axis those above zero. */
  public static Axis of(Kind kind, DoubleStream values) {
    double[] positions =
        values.map(value -> position(kind, value)).filter(Double::isFinite).sorted().toArray();
    if (positions.length == 0) {
      return new Axis(kind, 0, 1);
    }
    double low = positions[0];
    double high = positions[positions.length - 1];
    double width = kind == Kind.WHOLE ? NARROW : MARGIN;
    double margin =
        high > low ? high * width - low * width : Math.max(1e-9, Math.abs(low) * MARGIN);
    return new Axis(
        kind, Math.max(-Double.MAX_VALUE, low - margin), Math.min(Double.MAX_VALUE, high + margin));
  }

  /** The fraction of the axis below the value. */
  public double fraction(double value) {
    return (position(kind, value) / 4 - low / 4) / (high / 4 - low / 4);
  }

  /** The value that has this fraction of the axis below it. */
  public double value(double fraction) {
    double position = (1 - fraction) * low + fraction * high;
    return kind == Kind.LOG ? Math.pow(10, position) : position;
  }

  /** A value in as many digits as tell it from others on the axis. */
  public String label(double value) {
    return switch (kind) {
      case LINEAR -> SignificantDigits.text(value, high - low);
      case LOG -> SignificantDigits.text(value);
      case WHOLE -> Long.toString(Math.round(value));
    };
  }

  /** A few round values on the axis. */
  public double[] ticks() {
    double nice = niceStep(high / PARTS - low / PARTS);
    double step = kind == Kind.LINEAR ? nice : Math.max(1, nice);
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

  /** The smallest of 1, 2 or 5 times a power of ten that is not below the length. */
  private static double niceStep(double length) {
    double raw = Math.max(length, Double.MIN_NORMAL);
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
