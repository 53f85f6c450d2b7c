package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;
import static dev.leadline.torch.tensor.TensorOperations.self;

import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Products, factors and solutions of matrices in batches, and what layers of a network are made of.
 */
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

  default Tensor relu() {
    return new Tensor(handle(this).relu());
  }

  /** x·Φ(x), exact. */
  default Tensor gelu() {
    return new Tensor(torch.gelu(handle(this)));
  }

  default Tensor sigmoid() {
    return new Tensor(handle(this).sigmoid());
  }

  default Tensor softmax(int axis) {
    return new Tensor(handle(this).softmax(axis));
  }

  default Tensor logSoftmax(int axis) {
    return new Tensor(handle(this).log_softmax(axis));
  }

  /** Normalised over the last axis, then scaled and shifted. */
  default Tensor layerNorm(Tensor weight, Tensor bias, double epsilon) {
    return new Tensor(
        torch.layer_norm(
            handle(this),
            new long[] {self(this).size(-1)},
            new TensorOptional(weight.handle),
            new TensorOptional(bias.handle),
            epsilon,
            true));
  }

  /**
   * softmax(scale · this · keysᵀ) · values, fused where the device allows it.
   *
   * @param keys (B, H, C, e); this is (B, H, S, e)
   * @param values (B, H, C, e)
   */
  default Tensor attend(Tensor keys, Tensor values, double scale) {
    return new Tensor(
        torch.scaled_dot_product_attention(
            handle(this),
            keys.handle,
            values.handle,
            new TensorOptional(),
            0.0,
            false,
            new DoubleOptional(scale),
            false));
  }
}
