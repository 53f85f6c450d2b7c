package dev.leadline.committee;

import java.util.Arrays;

/**
 * The inverse Cholesky factor W = L⁻¹ of one member's covariance K + ηI = LLᵀ. Immutable and
 * thread-safe.
 *
 * <p>A leading block of W is the factor of the leading points, so a factor is shortened for nothing
 * and extended by one row per point; rows are shared between factors.
 */
final class Factor {

  /* Rounding leaves W with a relative error near 1e-16·κ, κ the condition number, at most N(1 + c₀)/η: below 1e-6 for a
  thousand points and η ≥ 1e-6. */

  private final double noise;
  private final double[][] rows;

  private Factor(double noise, double[][] rows) {
    this.noise = noise;
    this.rows = rows;
  }

  /** The factor of no points. */
  static Factor empty(double noise) {
    return new Factor(noise, new double[0][]);
  }

  /** The number of points, N. */
  int size() {
    return rows.length;
  }

  /** The rows of W, row i with i + 1 entries and zeros up to a multiple of four. Not to change. */
  double[][] rows() {
    return rows;
  }

  /** The factor of the first points. */
  Factor first(int count) {
    return new Factor(noise, Arrays.copyOf(rows, count));
  }

  /** The factor of these points and some new ones. */
  Factor with(FreshPoints points) {
    return new Factor(noise, new FreshRows(noise, rows, points).finished());
  }

  /** ln|K + ηI|. */
  double logDeterminant() {
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      sum -= Math.log(rows[i][i]);
    }
    return 2 * sum;
  }

  /** W·y, whose squared length is yᵀ(K + ηI)⁻¹y. */
  double[] whiten(double[] values) {
    double[] padded = Arrays.copyOf(values, VectorLoops.padded(rows.length));
    double[] whitened = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      whitened[i] = VectorLoops.dot(rows[i], padded, rows[i].length);
    }
    return whitened;
  }

  /** Wᵀ·u. */
  double[] unwhiten(double[] whitened) {
    double[] sum = new double[VectorLoops.padded(rows.length)];
    int i = 0;
    for (; i + 3 < rows.length; i += 4) {
      double[] u = whitened;
      VectorLoops.addFour(sum, rows, i, u[i], u[i + 1], u[i + 2], u[i + 3], rows[i].length);
    }
    for (; i < rows.length; i++) {
      VectorLoops.addScaled(sum, rows[i], whitened[i], rows[i].length);
    }
    return Arrays.copyOf(sum, rows.length);
  }

  /** The diagonal of (K + ηI)⁻¹. */
  double[] precision() {
    double[] sum = new double[VectorLoops.padded(rows.length)];
    for (double[] row : rows) {
      VectorLoops.addSquares(sum, row, row.length);
    }
    return Arrays.copyOf(sum, rows.length);
  }
}
