package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;

/**
 * Points of B tasks as a covariance measures them, with their squared norms.
 *
 * @param points (B, N, D)
 * @param squares (B, N, 1)
 */
record ScaledPoints(Tensor points, Tensor squares) {

  static ScaledPoints of(Tensor points) {
    return new ScaledPoints(points, points.square().sumKeeping(-1));
  }

  /**
   * The squared distances (B, N, M) to others by a matrix product, for double precision: off, also
   * to below zero, by about 1e-16 of the largest squared norm.
   */
  Tensor squaredDistance(ScaledPoints others) {
    Tensor norms = squares.plus(others.squares.transpose(1, 2)); // (B, N, M)
    return norms.plusMatmul(-2, points, others.points.transpose(1, 2));
  }

  /** These, then further ones. */
  ScaledPoints and(ScaledPoints further) {
    return new ScaledPoints(
        Tensor.cat(1, points, further.points), Tensor.cat(1, squares, further.squares));
  }
}
