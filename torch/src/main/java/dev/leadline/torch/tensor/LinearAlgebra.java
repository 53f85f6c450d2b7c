package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** Products, factors and solutions of matrices in batches. */
sealed interface LinearAlgebra extends TensorOperations permits Tensor {

  default Tensor matmul(Tensor other) {
    return new Tensor(handle(this).matmul(other.handle));
  }

  /** {@code this + first · second}, matrix products of (B, N, K) and (B, K, M). */
  default Tensor plusMatmul(Tensor first, Tensor second) {
    return new Tensor(handle(this).baddbmm(first.handle, second.handle));
  }

  /** {@code this + factor · first · second}, where this is expanded to (B, N, M). */
  default Tensor plusMatmul(double factor, Tensor first, Tensor second) {
    return new Tensor(
        handle(this).baddbmm(first.handle, second.handle, new Scalar(1.0), new Scalar(factor)));
  }

  /** {@code this · weightᵀ + bias}. */
  default Tensor linear(Tensor weight, @Nullable Tensor bias) {
    return new Tensor(
        bias == null
            ? torch.linear(handle(this), weight.handle)
            : torch.linear(handle(this), weight.handle, new TensorOptional(bias.handle)));
  }

  /** The lower Cholesky factor; throws if any matrix of the batch has none. */
  default Tensor cholesky() {
    return new Tensor(torch.linalg_cholesky(handle(this)));
  }

  /**
   * The lower Cholesky factors and, per matrix of the batch, 0 or the order of the leading minor
   * that is not positive. Does not wait for the device.
   */
  default Tensor.Pair choleskyWithInfo() {
    return Tensor.pair(torch.linalg_cholesky_ex(handle(this), false, false));
  }

  /** Solves {@code this · X = right} for this lower triangular. */
  default Tensor solveLower(Tensor right) {
    return new Tensor(
        torch.linalg_solve_triangular(handle(this), right.handle, false, true, false));
  }
}
