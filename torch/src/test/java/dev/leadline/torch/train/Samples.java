package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Random tasks, and what it means that two predictions of one agree. */
final class Samples {

  private Samples() {}

  static Observations observations(int count, int dimensions, SplittableRandom random) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> random.nextGaussian());
    return new Observations(dimensions, points(count, dimensions, random), values);
  }

  static double[][] points(int count, int dimensions, SplittableRandom random) {
    double[][] points = new double[count][dimensions];
    for (double[] point : points) {
      Arrays.setAll(point, i -> random.nextDouble());
    }
    return points;
  }

  /** The distributions agree in the logarithm of their densities all over their support. */
  static void assertSame(Predictive actual, Predictive expected) {
    assertThat(actual.size()).isEqualTo(expected.size());
    for (int i = 0; i < actual.size(); i++) {
      for (double share = 0.01; share < 1; share += 0.07) {
        double y = expected.get(i).quantile(share);
        assertThat(actual.get(i).logDensity(y))
            .isCloseTo(expected.get(i).logDensity(y), within(1e-4));
      }
    }
  }

  static double[] flat(double[][] rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  static double[] doubles(float[] values) {
    double[] doubles = new double[values.length];
    Arrays.setAll(doubles, i -> values[i]);
    return doubles;
  }

  static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }
}
