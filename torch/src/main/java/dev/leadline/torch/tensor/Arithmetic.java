package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;

import org.bytedeco.pytorch.Scalar;

/** Sums, products and powers of tensors, element by element. */
sealed interface Arithmetic extends TensorOperations permits Tensor {

  default Tensor plus(Tensor other) {
    return new Tensor(handle(this).add(other.handle));
  }

  /** {@code this + factor · other}. */
  default Tensor plus(double factor, Tensor other) {
    return new Tensor(handle(this).add(other.handle, new Scalar(factor)));
  }

  default Tensor plus(double value) {
    return new Tensor(handle(this).add(new Scalar(value)));
  }

  default Tensor minus(Tensor other) {
    return new Tensor(handle(this).sub(other.handle));
  }

  default Tensor minus(double value) {
    return new Tensor(handle(this).sub(new Scalar(value)));
  }

  default Tensor times(Tensor other) {
    return new Tensor(handle(this).mul(other.handle));
  }

  default Tensor times(double value) {
    return new Tensor(handle(this).mul(new Scalar(value)));
  }

  /** {@code this + first · second}, element by element. */
  default Tensor plusProduct(Tensor first, Tensor second) {
    return new Tensor(handle(this).addcmul(first.handle, second.handle));
  }

  default Tensor over(Tensor other) {
    return new Tensor(handle(this).div(other.handle));
  }

  default Tensor over(double value) {
    return new Tensor(handle(this).div(new Scalar(value)));
  }

  default Tensor negate() {
    return new Tensor(handle(this).neg());
  }

  default Tensor reciprocal() {
    return new Tensor(handle(this).reciprocal());
  }

  default Tensor square() {
    return new Tensor(handle(this).square());
  }

  default Tensor power(double exponent) {
    return new Tensor(handle(this).pow(new Scalar(exponent)));
  }
}
