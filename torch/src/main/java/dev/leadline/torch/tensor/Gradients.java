package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;
import static dev.leadline.torch.tensor.TensorOperations.self;

import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** A tensor's part in the gradients that libtorch records. */
sealed interface Gradients extends TensorOperations permits Tensor {

  default Tensor detach() {
    return new Tensor(handle(this).detach());
  }

  /** Marks this leaf as a parameter. */
  default Tensor requireGradient() {
    handle(this).requires_grad_(true);
    return self(this);
  }

  /** Adds the gradient of this scalar to every parameter it depends on. */
  default void backward() {
    handle(this).backward();
  }

  /** The gradient gathered so far, or null. */
  default @Nullable Tensor gradient() {
    org.bytedeco.pytorch.Tensor gradient = handle(this).grad();
    return gradient.defined() ? Tensor.own(gradient) : null;
  }

  /** Forgets the gradient gathered so far. */
  default void dropGradient() {
    handle(this).mutable_grad().reset();
  }

  /** The gradient of this scalar by one tensor. */
  default Tensor gradientBy(Tensor input) {
    TensorVector gradients =
        torch.grad(
            Tensor.vector(self(this)),
            Tensor.vector(input),
            new TensorVector(),
            new BoolOptional(),
            false,
            false);
    return Tensor.own(gradients.get(0));
  }
}
