package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.global.torch;

/** Sums, products, functions and comparisons of tensors, element by element. */
sealed interface ElementWise extends TensorOperations permits Tensor {

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

  default Tensor sin() {
    return new Tensor(handle(this).sin());
  }

  default Tensor cos() {
    return new Tensor(handle(this).cos());
  }

  default Tensor tanh() {
    return new Tensor(handle(this).tanh());
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
