package dev.leadline.lab.report;

import java.util.stream.DoubleStream;

/** Mean, median and standard deviation of a sample. Stateless and thread-safe. */
public final class Moments {

  private Moments() {}

  public static double mean(double[] values) {
    return DoubleStream.of(values).average().orElse(Double.NaN);
  }

  public static double median(double[] values) {
    double[] sorted = DoubleStream.of(values).sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length % 2 == 1) {
      return sorted[half];
    }
    return sorted.length == 0 ? Double.NaN : 0.5 * (sorted[half - 1] + sorted[half]);
  }

  /** The sample standard deviation; 0 for fewer than two values. */
  public static double deviation(double[] values) {
    if (values.length < 2) {
      return 0;
    }
    double mean = mean(values);
    double squares = DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }
}
