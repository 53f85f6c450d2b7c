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

  static Observations first(Observations observations, int count) {
    return new Observations(
        observations.dimensions(),
        Arrays.copyOf(observations.points(), count),
        Arrays.copyOf(observations.values(), count));
  }
}
