package dev.leadline.committee;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Points and smooth values to test with. */
final class Samples {

  private Samples() {}

  static double[][] points(int count, int dimensions, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[count][dimensions];
    for (double[] point : points) {
      Arrays.setAll(point, j -> random.nextDouble());
    }
    return points;
  }

  static double[] values(double[][] points) {
    double[] values = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      double sum = 0;
      for (int j = 0; j < points[i].length; j++) {
        sum += Math.sin(5 * points[i][j] + j) / Math.sqrt(points[i].length);
      }
      values[i] = sum;
    }
    return values;
  }

  static Observations observations(int count, int dimensions, long seed) {
    double[][] points = points(count, dimensions, seed);
    return new Observations(dimensions, points, values(points));
  }

  /** Units that fall evenly from 1 to the smallest. */
  static double[] units(int dimensions, double smallest) {
    double[] units = new double[dimensions];
    Arrays.setAll(units, j -> 1 - (1 - smallest) * j / Math.max(1, dimensions - 1));
    return units;
  }

  static Observations first(Observations observations, int count) {
    return observations.first(count);
  }
}
