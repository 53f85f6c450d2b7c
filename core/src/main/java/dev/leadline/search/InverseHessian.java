package dev.leadline.search;

import java.util.stream.IntStream;

/**
 * What steps and the slopes after them tell of the shape of a ridge: the inverse of its curvature.
 * Immutable.
 */
final class InverseHessian {

  /* The update of Broyden, Fletcher, Goldfarb and Shanno, H ← H + (1 + yᵀHy/sᵀy)·ssᵀ/sᵀy − (Hysᵀ + syᵀH)/sᵀy, with the step s
   * and the loss of slope y. It begins with sᵀy/yᵀy times the unit matrix. Where the slope did not fall nothing is learnt. */

  private static final double LEAST_FALL = 1e-12;

  private final int size;
  private final double[][] shape; // no rows while nothing is known

  private InverseHessian(int size, double[][] shape) {
    this.size = size;
    this.shape = shape;
  }

  static InverseHessian unknown(int size) {
    return new InverseHessian(size, new double[0][]);
  }

  boolean isKnown() {
    return shape.length > 0;
  }

  /** The way to where the slope ends, if the ridge is a parabola of the known shape. */
  double[] way(double[] slope) {
    return times(shape, slope);
  }

  /**
   * What is known after one more step.
   *
   * @param step s
   * @param loss y, by how much the slope fell on it
   */
  InverseHessian with(double[] step, double[] loss) {
    double fall = product(step, loss);
    double square = product(loss, loss);
    if (!(fall > LEAST_FALL * Math.sqrt(square)) || !Double.isFinite(square)) {
      return this;
    }
    double[][] before = isKnown() ? shape : unit(fall / square);
    double[] turned = times(before, loss);
    double share = 1 + product(loss, turned) / fall;
    double[][] after = new double[size][size];
    for (int k = 0; k < size; k++) {
      for (int j = 0; j < size; j++) {
        double cross = turned[k] * step[j] + step[k] * turned[j];
        after[k][j] = before[k][j] + (share * step[k] * step[j] - cross) / fall;
      }
    }
    return new InverseHessian(size, after);
  }

  private double[][] unit(double value) {
    double[][] unit = new double[size][size];
    IntStream.range(0, size).forEach(k -> unit[k][k] = value);
    return unit;
  }

  private static double[] times(double[][] rows, double[] vector) {
    return IntStream.range(0, rows.length).mapToDouble(k -> product(rows[k], vector)).toArray();
  }

  private static double product(double[] one, double[] other) {
    return IntStream.range(0, one.length).mapToDouble(k -> one[k] * other[k]).sum();
  }
}
