package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;
import static dev.leadline.torch.tensor.TensorOperations.self;

import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** What the layers of a network are made of. */
sealed interface NetworkOperations extends TensorOperations permits Tensor {

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
   * softmax(scale · this · keysᵀ + bias) · values, fused where the device allows it.
   *
   * @param keys (B, H, C, e); this is (B, H, S, e)
   * @param values (B, H, C, e)
   * @param bias broadcastable to (B, H, S, C), or null
   */
  default Tensor attend(Tensor keys, Tensor values, @Nullable Tensor bias, double scale) {
    TensorOptional mask = bias == null ? new TensorOptional() : new TensorOptional(bias.handle);
    return new Tensor(
        torch.scaled_dot_product_attention(
            handle(this),
            keys.handle,
            values.handle,
            mask,
            0.0,
            false,
            new DoubleOptional(scale),
            false));
  }
}
