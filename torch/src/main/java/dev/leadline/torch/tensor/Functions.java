package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.global.torch;

/** Functions of each element of a tensor. */
sealed interface Functions extends TensorOperations permits Tensor {

  default Tensor exp() {
    return new Tensor(handle(this).exp());
  }

  default Tensor log() {
    return new Tensor(handle(this).log());
  }

  default Tensor log1p() {
    return new Tensor(handle(this).log1p());
  }

  default Tensor sqrt() {
    return new Tensor(handle(this).sqrt());
  }

  default Tensor abs() {
    return new Tensor(handle(this).abs());
  }

  default Tensor sign() {
    return new Tensor(handle(this).sign());
  }

  default Tensor sin() {
    return new Tensor(handle(this).sin());
  }

  default Tensor cos() {
    return new Tensor(handle(this).cos());
  }

  default Tensor tanh() {
    return new Tensor(handle(this).tanh());
  }

  default Tensor sinh() {
    return new Tensor(handle(this).sinh());
  }

  default Tensor asinh() {
    return new Tensor(handle(this).asinh());
  }

  default Tensor erf() {
    return new Tensor(handle(this).erf());
  }

  /** e^(x²)·(1 − erf x). */
  default Tensor erfcScaled() {
    return new Tensor(torch.special_erfcx(handle(this)));
  }

  default Tensor erfInverse() {
    return new Tensor(handle(this).erfinv());
  }

  default Tensor floor() {
    return new Tensor(handle(this).floor());
  }

  default Tensor round() {
    return new Tensor(handle(this).round());
  }

  default Tensor clamp(double low, double high) {
    return new Tensor(
        handle(this)
            .clamp(new ScalarOptional(new Scalar(low)), new ScalarOptional(new Scalar(high))));
  }

  default Tensor clampMin(double low) {
    return new Tensor(handle(this).clamp_min(new Scalar(low)));
  }

  default Tensor maximum(Tensor other) {
    return new Tensor(handle(this).maximum(other.handle));
  }

  default Tensor minimum(Tensor other) {
    return new Tensor(handle(this).minimum(other.handle));
  }
}
