package dev.leadline.committee;

import java.util.Arrays;

/** Rows of an inverse Cholesky factor in the making, for new points. For one thread. */
final class FreshRows {

  /* A new point with covariances k gives l = Wk, the pivot p² = k(x,x) + η − |l|², and the row (−lᵀW, 1)/p. The pivot of a
  matrix K + ηI with K ≥ 0 is never below η, so η is its floor: a duplicated point stays harmless.

  Four rows, once they are known, are taken off all new points below them together: then a row of W is read once for many
  points, and the dot products Wk run along the points, where the compiler vectorises them. Every sum is added up in the same
  order as for one point alone, so a factor has the same bits whether it grew by one row or by many. */

  private final double noise;
  private final int first;
  private final FreshPoints points;
  private final double[][] rows;
  private final double[] pivots;
  private final double[][] parts;
  private final double[][] l;

  /**
   * @param noise η
   * @param above the rows of W for the points before the new ones
   */
  FreshRows(double noise, double[][] above, FreshPoints points) {
    this.noise = noise;
    this.points = points;
    first = above.length;
    rows = Arrays.copyOf(above, first + points.count());
    pivots = new double[points.count()];
    for (int i = first; i < rows.length; i++) {
      rows[i] = new double[VectorLoops.padded(i + 1)];
      pivots[i - first] = points.of(i - first)[i] + noise;
    }
    parts = new double[16][points.count()];
    l = new double[4][points.count()];
  }

  /** All rows, with those of the new points. */
  double[][] finished() {
    for (int r = 0; r < rows.length; r += 4) {
      int end = Math.min(r + 4, rows.length);
      for (int i = Math.max(r, first); i < end; i++) {
        finish(r, i);
      }
      if (end == r + 4) {
        takeOff(r, Math.max(end, first));
      }
    }
    return rows;
  }

  /** Takes four rows off all new ones from one on. */
  private void takeOff(int r, int from) {
    int left = rows.length - from;
    boolean together = FreshPoints.areMany(left);
    if (together) {
      VectorLoops.dots(rows, r, points.columns(), r + 4, parts, l, left);
    }
    for (int i = from; i < rows.length; i++) {
      int place = rows.length - 1 - i;
      if (!together) {
        for (int j = 0; j < 4; j++) {
          l[j][place] = VectorLoops.dot(rows[r + j], points.of(i - first), r + 4);
        }
      }
      takeOff(r, i, l[0][place], l[1][place], l[2][place], l[3][place]);
    }
  }

  private void takeOff(int r, int i, double l0, double l1, double l2, double l3) {
    pivots[i - first] -= l0 * l0 + l1 * l1 + l2 * l2 + l3 * l3;
    VectorLoops.addFour(rows[i], rows, r, l0, l1, l2, l3, r + 4);
  }

  /** Takes the rows from one up to the new one off it and scales what is left. */
  private void finish(int from, int i) {
    double[] sum = rows[i];
    for (int r = from; r < i; r++) {
      double product = VectorLoops.dot(rows[r], points.of(i - first), rows[r].length);
      pivots[i - first] -= product * product;
      VectorLoops.addScaled(sum, rows[r], product, rows[r].length);
    }
    double inverse = 1 / Math.sqrt(Math.max(pivots[i - first], noise));
    for (int c = 0; c < i; c++) {
      sum[c] *= -inverse;
    }
    sum[i] = inverse;
  }
}
