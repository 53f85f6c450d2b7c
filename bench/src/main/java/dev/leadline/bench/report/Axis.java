package dev.leadline.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** A range of values laid out along a side of a chart, linear or by decades. */
record Axis(Kind kind, double low, double high) {

  /** How values are spaced. */
  enum Kind {
    LINEAR,
    LOG
  }

  /** The axis that holds all the values. */
  static Axis over(Kind kind, DoubleStream values) {
    double[] shown =
        values.filter(v -> Double.isFinite(v) && (kind == Kind.LINEAR || v > 0)).sorted().toArray();
    if (shown.length == 0) {
      return new Axis(kind, kind == Kind.LOG ? 0.1 : 0, 1);
    }
    double low = shown[0];
    double high = shown[shown.length - 1];
    if (kind == Kind.LOG) {
      return new Axis(kind, low, high > low * 1.01 ? high : low * 10);
    }
    return new Axis(kind, low, high > low ? high : low + 1);
  }

  /** The place of a value between 0 at the low end and 1 at the high one, clipped to that. */
  double place(double value) {
    double clipped = Math.min(high, Math.max(low, value));
    return kind == Kind.LOG
        ? Math.log(clipped / low) / Math.log(high / low)
        : (clipped - low) / (high - low);
  }

  /** A few round values inside the range. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (kind == Kind.LOG) {
      int first = (int) Math.ceil(Math.log10(low) - 1e-9);
      int last = (int) Math.floor(Math.log10(high) + 1e-9);
      int every = Math.max(1, (last - first) / 4);
      for (int e = first; e <= last; e += every) {
        ticks.add(Math.pow(10, e));
      }
      if (ticks.size() < 2) {
        ticks.clear();
        ticks.add(low);
        ticks.add(high);
      }
      return ticks;
    }
    double step = Math.pow(10, Math.floor(Math.log10((high - low) / 2)));
    while ((high - low) / step > 5) {
      step *= (high - low) / step > 10 ? 5 : 2;
    }
    for (double v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) {
      ticks.add(v);
    }
    return ticks;
  }
}
