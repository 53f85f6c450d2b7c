package dev.leadline.committee;

import java.util.Arrays;

/** Distances between one point and many, divided by √d; those in the unit cube are in [0, 1]. */
final class Distances {

  /* Differences are squared and added coordinate by coordinate, not expanded into products: equal
  points are at distance 0 exactly. */

  private Distances() {}

  /** Points in other units: every coordinate times the unit of its input. */
  static double[][] in(double[] units, double[][] points) {
    double[][] measured = new double[points.length][];
    for (int i = 0; i < measured.length; i++) {
      measured[i] = VectorLoops.product(units, points[i]);
    }
    return measured;
  }

  /** Writes ‖x − x_c‖²/d for each column c. */
  static void squared(double[] point, double[][] columns, double[] out, int width) {
    Arrays.fill(out, 0, width, 0);
    for (int j = 0; j < point.length; j++) {
      VectorLoops.addSquaredDifferences(out, columns[j], point[j], width);
    }
    double share = 1.0 / point.length;
    for (int c = 0; c < width; c++) {
      out[c] *= share;
    }
  }

  /** Replaces squared distances by distances. */
  static void root(double[] squared, int width) {
    for (int c = 0; c < width; c++) {
      squared[c] = Math.sqrt(squared[c]);
    }
  }
}
