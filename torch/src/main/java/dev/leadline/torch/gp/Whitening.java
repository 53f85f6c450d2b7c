package dev.leadline.torch.gp;

import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/** Inverses W = L⁻¹ of the Cholesky factors L of many matrices at once. */
final class Whitening {

  /* Batched triangular solves run at a small part of a GPU's speed, matrix products do not:
   *   W = (W₁ 0; −W₂ L₂₁ W₁ W₂),  L₂₁ = K₂₁ W₁ᵀ,  L₂ L₂ᵀ = K₂₂ − L₂₁ L₂₁ᵀ.
   * A product with an inverse is accurate to about 1e-16 times the condition of its factor, which for a noise of 1e-6 and
   * some hundred points is at most 2e4. */

  private Whitening() {}

  /**
   * W (B, N + A, N + A) of covariances with further rows. The noise bounds what is factored from
   * below: it is positive as long as rounding errors are smaller than the noise.
   *
   * @param first W₁ (B, N, N)
   * @param below K₂₁ (B, A, N)
   * @param corner K₂₂ (B, A, A)
   * @throws RuntimeException if a covariance matrix is not positive definite
   */
  static Tensor extended(Tensor first, Tensor below, Tensor corner) {
    long count = first.size(1);
    long further = below.size(1);
    long all = count + further;
    try (TensorScope scope = new TensorScope()) {
      Tensor lower = below.matmul(first.transpose(1, 2)); // L₂₁
      Tensor rest = corner.plusMatmul(-1, lower, lower.transpose(1, 2));
      Tensor second = inverse(rest.cholesky()); // W₂
      Tensor whitening = Tensor.zeros(first.device(), first.type(), first.size(0), all, all);
      block(whitening, 0, 0, count, count).copyInPlace(first);
      block(whitening, count, count, further, further).copyInPlace(second);
      block(whitening, count, 0, further, count).plusMatmulInPlace(-1, second, lower.matmul(first));
      return scope.escape(whitening);
    }
  }

  /** The inverses of lower triangular matrices (B, N, N). */
  static Tensor inverse(Tensor lower) {
    return lower.solveLower(Tensor.identity(lower.size(2), lower.device(), lower.type()));
  }

  /** The same by halves down to a size. */
  static Tensor inverse(Tensor lower, long small) {
    long tasks = lower.size(0);
    long count = lower.size(2);
    if (count <= small || count % 2 != 0) {
      return inverse(lower);
    }
    long half = count / 2;
    try (TensorScope scope = new TensorScope()) {
      Tensor diagonal =
          Tensor.cat(0, block(lower, 0, 0, half, half), block(lower, half, half, half, half));
      Tensor both = inverse(diagonal, small); // (2B, N/2, N/2)
      Tensor w1 = both.narrow(0, 0, tasks);
      Tensor w2 = both.narrow(0, tasks, tasks);
      Tensor inverse = Tensor.zeros(lower.device(), lower.type(), lower.shape());
      block(inverse, 0, 0, half, half).copyInPlace(w1);
      block(inverse, half, half, half, half).copyInPlace(w2);
      block(inverse, half, 0, half, half)
          .plusMatmulInPlace(-1, w2, block(lower, half, 0, half, half).matmul(w1));
      return scope.escape(inverse);
    }
  }

  private static Tensor block(Tensor matrices, long row, long column, long rows, long columns) {
    return matrices.narrow(1, row, rows).narrow(2, column, columns);
  }
}
