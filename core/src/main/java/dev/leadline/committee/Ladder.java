package dev.leadline.committee;

import java.util.Arrays;

/**
 * Kernel values between N context points and a block of candidates, one lengthscale after the
 * other. A scratch pad: reused from block to block, for one thread at a time.
 */
final class Ladder {

  private final double[][] distance;
  private final double[][] decay;
  private final double[][] value;
  private final double[] nearest;
  private double rate;
  private int width;

  /**
   * @param size N; rows up to a multiple of four are zero
   * @param capacity the largest block
   */
  Ladder(int size, int capacity) {
    distance = new double[size][capacity];
    decay = new double[size][capacity];
    value = new double[VectorLoops.padded(size)][capacity];
    nearest = new double[capacity];
  }

  /** Measures the distances of a block of candidates from the context. */
  void place(double[][] context, double[][] points, int from, int to) {
    width = to - from;
    rate = 0;
    Arrays.fill(nearest, 0, width, Double.POSITIVE_INFINITY);
    if (distance.length == 0) {
      Arrays.fill(nearest, 0, width, 1);
      return;
    }
    double[][] columns = Distances.columns(points, from, to, context[0].length, width);
    for (int i = 0; i < distance.length; i++) {
      Distances.squared(context[i], columns, distance[i], width);
      Distances.lower(nearest, distance[i], width);
      Distances.root(distance[i], width);
    }
  }

  /** Fills the values for a lengthscale; cheapest when each is half of the one before. */
  void step(double lengthscale, double constant) {
    double target = Matern.rate(lengthscale);
    int squarings = rate == 0 ? -1 : Matern.squarings(rate, target);
    for (int i = 0; i < distance.length; i++) {
      if (squarings < 0) {
        Matern.decay(distance[i], target, decay[i], width);
      }
      for (int s = 0; s < squarings; s++) {
        Matern.square(decay[i], width);
      }
      Matern.correlation(distance[i], decay[i], target, constant, value[i], width);
    }
    rate = target;
  }

  int width() {
    return width;
  }

  /** Kernel values, one row per context point and zero rows up to a multiple of four. */
  double[][] value() {
    return value;
  }

  /** ‖x − x'‖²/d to the nearest context point, 1 without one. */
  double[] nearest() {
    return nearest;
  }
}
