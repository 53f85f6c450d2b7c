package dev.leadline.storage;

import java.util.Arrays;

/**
 * A mean, and the ends of the interval that holds the true one in 95 of 100 cases. Immutable and
 * thread-safe.
 */
public record Interval(double mean, double low, double high) {

  /* Student's interval: exact where the values are independent and Gaussian, which logarithms of
  ratios of times come near to. */

  /** The 97.5 % quantiles of Student's distribution, by degrees of freedom from 1. */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  /**
   * @param values two or more
   */
  static Interval ofMean(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    int freedom = values.length - 1;
    double half = student(freedom) * Math.sqrt(squares / freedom / values.length);
    return new Interval(mean, mean - half, mean + half);
  }

  /** By how much the second of two numbers changes from the least of the first to its greatest. */
  static Interval ofTrend(double[] at, double[] values) {
    double middle = Arrays.stream(at).average().orElseThrow();
    double mean = Arrays.stream(values).average().orElseThrow();
    double spread = 0;
    double common = 0;
    for (int i = 0; i < at.length; i++) {
      spread += (at[i] - middle) * (at[i] - middle);
      common += (at[i] - middle) * (values[i] - mean);
    }
    double slope = common / spread;
    double squares = 0;
    for (int i = 0; i < at.length; i++) {
      double rest = values[i] - mean - slope * (at[i] - middle);
      squares += rest * rest;
    }
    int freedom = at.length - 2;
    double range = Arrays.stream(at).max().orElseThrow() - Arrays.stream(at).min().orElseThrow();
    double half = student(freedom) * Math.sqrt(squares / freedom / spread) * range;
    return new Interval(slope * range, slope * range - half, slope * range + half);
  }

  /** Whether 0 is outside of it. */
  public boolean isProven() {
    return low > 0 || high < 0;
  }

  private static double student(int freedom) {
    return freedom <= STUDENT.length ? STUDENT[freedom - 1] : 1.96 + 2.5 / freedom;
  }
}
