package dev.leadline.lab.report;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A range of values laid out along a side of a chart, linear or by decades. */
public record FigureAxis(Kind kind, double low, double high) {

  private static final double MARGIN = 0.04;
  private static final int MOST_DECADES = 5;

  /** How values are spaced. */
  public enum Kind {
    LINEAR,
    LOG
  }

  /** The axis that holds all the values. */
  static FigureAxis over(Kind kind, DoubleStream values) {
    double[] shown =
        values.filter(v -> Double.isFinite(v) && (kind == Kind.LINEAR || v > 0)).sorted().toArray();
    if (shown.length == 0) {
      return new FigureAxis(kind, kind == Kind.LOG ? 0.1 : 0, 1);
    }
    double low = shown[0];
    double high = shown[shown.length - 1];
    if (kind == Kind.LOG) {
      return new FigureAxis(kind, low, high > low * 1.01 ? high : low * 10);
    }
    return new FigureAxis(kind, low, high > low ? high : low + 1);
  }

  /** A little more at both ends, so that no line runs along the frame; zero stays an end. */
  FigureAxis withMargin() {
    if (kind == Kind.LOG) {
      double factor = Math.pow(high / low, MARGIN);
      return new FigureAxis(kind, low / factor, high * factor);
    }
    double margin = MARGIN * (high - low);
    return new FigureAxis(kind, low == 0 ? 0 : low - margin, high + margin);
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
    if (kind == Kind.LINEAR) {
      return multiples();
    }
    int first = (int) Math.ceil(Math.log10(low) - 1e-9);
    int last = (int) Math.floor(Math.log10(high) + 1e-9);
    if (last > first) {
      int every = (last - first) / MOST_DECADES + 1;
      return IntStream.rangeClosed(first, last)
          .filter(e -> Math.floorMod(e, every) == 0)
          .mapToObj(e -> Math.pow(10, e))
          .toList();
    }
    List<Double> between =
        IntStream.rangeClosed(first - 1, last + 1)
            .mapToObj(e -> DoubleStream.of(1, 2, 5).map(digit -> digit * Math.pow(10, e)))
            .flatMapToDouble(decade -> decade)
            .filter(tick -> tick >= low && tick <= high)
            .boxed()
            .toList();
    return between.size() < 2 ? multiples() : between;
  }

  private List<Double> multiples() {
    double found = Math.pow(10, Math.floor(Math.log10((high - low) / 2)));
    while ((high - low) / found > 5) {
      found *= (high - low) / found > 10 ? 5 : 2;
    }
    double step = found;
    long first = (long) Math.ceil(low / step - 1e-9);
    long last = (long) Math.floor(high / step + 1e-9);
    return LongStream.rangeClosed(first, last).mapToObj(i -> i * step).toList();
  }
}
