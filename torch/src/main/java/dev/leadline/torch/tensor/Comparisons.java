package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.global.torch;

/** What holds element by element, and the choices that follow from it. */
sealed interface Comparisons extends TensorOperations permits Tensor {

  default Tensor lessThan(Tensor other) {
    return new Tensor(handle(this).lt(other.handle));
  }

  default Tensor lessThan(double value) {
    return new Tensor(handle(this).lt(new Scalar(value)));
  }

  default Tensor greaterThan(Tensor other) {
    return new Tensor(handle(this).gt(other.handle));
  }

  default Tensor greaterThan(double value) {
    return new Tensor(handle(this).gt(new Scalar(value)));
  }

  default Tensor equalTo(double value) {
    return new Tensor(handle(this).eq(new Scalar(value)));
  }

  default Tensor equalTo(Tensor other) {
    return new Tensor(handle(this).eq(other.handle));
  }

  default Tensor isFinite() {
    return new Tensor(handle(this).isfinite());
  }

  default Tensor and(Tensor other) {
    return new Tensor(handle(this).logical_and(other.handle));
  }

  default Tensor or(Tensor other) {
    return new Tensor(handle(this).logical_or(other.handle));
  }

  default Tensor not() {
    return new Tensor(handle(this).logical_not());
  }

  /** This where the condition holds, the other elsewhere. */
  default Tensor where(Tensor condition, Tensor other) {
    return new Tensor(torch.where(condition.handle, handle(this), other.handle));
  }

  default Tensor maskedFill(Tensor mask, double value) {
    return new Tensor(handle(this).masked_fill(mask.handle, new Scalar(value)));
  }
}
