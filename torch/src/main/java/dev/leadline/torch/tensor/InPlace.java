package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;
import static dev.leadline.torch.tensor.TensorOperations.self;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.global.torch;

/** Operations that change a tensor's own elements and return it. */
sealed interface InPlace extends TensorOperations permits Tensor {

  default Tensor copyInPlace(Tensor source) {
    handle(this).copy_(source.handle, self(this).device() == Device.CUDA);
    return self(this);
  }

  default Tensor fillInPlace(double value) {
    handle(this).fill_(new Scalar(value));
    return self(this);
  }

  /** {@code this += factor · other}. */
  default Tensor plusInPlace(double factor, Tensor other) {
    handle(this).add_(other.handle, new Scalar(factor));
    return self(this);
  }

  default Tensor timesInPlace(Tensor other) {
    handle(this).mul_(other.handle);
    return self(this);
  }

  default Tensor clampMinInPlace(double low) {
    handle(this).clamp_min_(new Scalar(low));
    return self(this);
  }

  default Tensor negateInPlace() {
    handle(this).neg_();
    return self(this);
  }

  default Tensor expInPlace() {
    handle(this).exp_();
    return self(this);
  }

  /** {@code this += factor · first · second}, matrix products of (B, N, K) and (B, K, M). */
  default Tensor plusMatmulInPlace(double factor, Tensor first, Tensor second) {
    handle(this).baddbmm_(first.handle, second.handle, new Scalar(1.0), new Scalar(factor));
    return self(this);
  }

  /** {@code this = first · second}, matrix products of (B, N, K) and (B, K, M). */
  default Tensor setToProduct(Tensor first, Tensor second) {
    torch.bmm_out(handle(this), first.handle, second.handle);
    return self(this);
  }

  /** {@code this += weight · (end − this)}. */
  default Tensor lerpInPlace(Tensor end, Tensor weight) {
    handle(this).lerp_(end.handle, weight.handle);
    return self(this);
  }

  /** {@code this += factor · first · second}. */
  default Tensor plusProductInPlace(double factor, Tensor first, Tensor second) {
    handle(this).addcmul_(first.handle, second.handle, new Scalar(factor));
    return self(this);
  }
}
