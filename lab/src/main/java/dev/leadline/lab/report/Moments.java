package dev.leadline.lab.report;

import java.util.stream.DoubleStream;

/** Mean and standard deviation of a sample. Stateless and thread-safe. */
public final class Moments {

  private Moments() {}

  public static double mean(double[] values) {
    return DoubleStream.of(values).average().orElse(Double.NaN);
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
