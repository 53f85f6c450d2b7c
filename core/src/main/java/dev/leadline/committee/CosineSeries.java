package dev.leadline.committee;

/** The terms cos(πm·x_j), m = 1 … F, of the coordinates of points, in the order j·F + m − 1. */
final class CosineSeries {

  /* cos(mθ) = 2·cos θ·cos((m − 1)θ) − cos((m − 2)θ): one cosine per coordinate, the rest is arithmetic. The error grows with
  m² and stays below 1e-12 for as many terms as are allowed. */

  private CosineSeries() {}

  /** The number of terms of a point, up to a multiple of four. */
  static int length(int dimensions, int frequencies) {
    return VectorLoops.padded(dimensions * frequencies);
  }

  /** The terms of one point, with zeros up to a multiple of four. */
  static double[] terms(double[] point, int frequencies) {
    double[] terms = new double[length(point.length, frequencies)];
    for (int j = 0; j < point.length; j++) {
      double cosine = Math.cos(Math.PI * point[j]);
      double before = 1;
      double now = cosine;
      for (int m = 0; m < frequencies; m++) {
        terms[j * frequencies + m] = now;
        double next = 2 * cosine * now - before;
        before = now;
        now = next;
      }
    }
    return terms;
  }

  /** Writes the terms of points given as columns (D, width), one row per term. */
  static void fill(double[][] columns, int frequencies, double[][] rows, int width) {
    for (int j = 0; j < columns.length; j++) {
      int at = j * frequencies;
      double[] cosine = rows[at];
      for (int c = 0; c < width; c++) {
        cosine[c] = Math.cos(Math.PI * columns[j][c]);
      }
      for (int m = 1; m < frequencies; m++) {
        double[] next = rows[at + m];
        double[] now = rows[at + m - 1];
        if (m == 1) {
          second(next, now, width);
        } else {
          next(next, cosine, now, rows[at + m - 2], width);
        }
      }
    }
  }

  /** Adds the rows, each with its own factor, to a sum. */
  static void add(double[] sum, double[] factors, double[][] rows, int width) {
    for (int f = 0; f < factors.length; f += 4) {
      VectorLoops.addFour(
          sum, rows, f, factors[f], factors[f + 1], factors[f + 2], factors[f + 3], width);
    }
  }

  private static void second(double[] next, double[] cosine, int width) {
    for (int c = 0; c < width; c++) {
      next[c] = 2 * cosine[c] * cosine[c] - 1;
    }
  }

  private static void next(
      double[] next, double[] cosine, double[] now, double[] before, int width) {
    for (int c = 0; c < width; c++) {
      next[c] = 2 * cosine[c] * now[c] - before[c];
    }
  }
}
