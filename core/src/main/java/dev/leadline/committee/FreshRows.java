package dev.leadline.committee;

/** Rows of an inverse Cholesky factor in the making, for new points. For one thread. */
final class FreshRows {

  /* A new point with covariances k gives l = Wk, the pivot p² = k(x,x) + η − |l|², and the row (−lᵀW, 1)/p. The pivot of a
  matrix K + ηI with K ≥ 0 is never below η, so η is its floor: a duplicated point stays harmless.

  Rows above all new ones can be taken off all of them together: then a row of W is read once for many points, and the dot
  products Wk run along the points, where the compiler vectorises them. Every sum is added up in the same order as for one
  point alone, so a factor has the same bits whether it grew by one row or by many. */

  private final double noise;
  private final int first;
  private final double[][] covariance;
  private final double[][] sums;
  private final double[] pivots;

  /**
   * @param noise η
   * @param first the index of the first new row
   * @param covariance of every new point with all points up to itself
   */
  FreshRows(double noise, int first, double[][] covariance) {
    this.noise = noise;
    this.first = first;
    this.covariance = covariance;
    sums = new double[covariance.length][];
    pivots = new double[covariance.length];
    for (int p = 0; p < sums.length; p++) {
      sums[p] = new double[VectorLoops.padded(first + p + 1)];
      pivots[p] = covariance[p][first + p] + noise;
    }
  }

  /** Takes the rows up to one, whose index is a multiple of four, off all new ones. */
  void reduceTogether(double[][] above, int to) {
    if (to == 0) {
      return;
    }
    double[][] columns = transposed(to);
    double[][] parts = new double[4][sums.length];
    double[][] l = new double[4][sums.length];
    for (int r = 0; r < to; r += 4) {
      for (int i = 0; i < 4; i++) {
        VectorLoops.dots(above[r + i], columns, r + 4, parts, l[i]);
      }
      for (int p = 0; p < sums.length; p++) {
        reduce(p, above, r, l[0][p], l[1][p], l[2][p], l[3][p]);
      }
    }
  }

  /** Takes the rows from one up to the new one off it and scales what is left. */
  double[] finish(double[][] above, int from, int i) {
    double[] k = covariance[i - first];
    double[] sum = sums[i - first];
    int r = from;
    for (; r + 3 < i; r += 4) {
      int length = above[r].length;
      double l0 = VectorLoops.dot(above[r], k, length);
      double l1 = VectorLoops.dot(above[r + 1], k, length);
      double l2 = VectorLoops.dot(above[r + 2], k, length);
      double l3 = VectorLoops.dot(above[r + 3], k, length);
      reduce(i - first, above, r, l0, l1, l2, l3);
    }
    for (; r < i; r++) {
      double l = VectorLoops.dot(above[r], k, above[r].length);
      pivots[i - first] -= l * l;
      VectorLoops.addScaled(sum, above[r], l, above[r].length);
    }
    double inverse = 1 / Math.sqrt(Math.max(pivots[i - first], noise));
    for (int c = 0; c < i; c++) {
      sum[c] *= -inverse;
    }
    sum[i] = inverse;
    return sum;
  }

  private void reduce(int p, double[][] above, int r, double l0, double l1, double l2, double l3) {
    pivots[p] -= l0 * l0 + l1 * l1 + l2 * l2 + l3 * l3;
    VectorLoops.addFour(sums[p], above, r, l0, l1, l2, l3, above[r].length);
  }

  /** The covariances with the first points, one row for each of these. */
  private double[][] transposed(int count) {
    double[][] columns = new double[count][covariance.length];
    for (int p = 0; p < covariance.length; p++) {
      double[] row = covariance[p];
      for (int c = 0; c < count; c++) {
        columns[c][p] = row[c];
      }
    }
    return columns;
  }
}
