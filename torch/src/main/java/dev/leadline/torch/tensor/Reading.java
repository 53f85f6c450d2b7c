package dev.leadline.torch.tensor;

import static dev.leadline.torch.tensor.TensorOperations.handle;
import static dev.leadline.torch.tensor.TensorOperations.self;

import java.util.Arrays;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** The values of a tensor as Java arrays, for which the device is waited for, and its gradients. */
sealed interface Reading extends TensorOperations permits Tensor {

  default float[] toFloatArray() {
    try (TensorScope scope = new TensorScope()) {
      float[] values = new float[Math.toIntExact(self(this).count())];
      if (values.length > 0) { // an empty tensor has no memory
        host(DType.FLOAT32).handle.data_ptr_float().get(values);
      }
      return values;
    }
  }

  default double[] toDoubleArray() {
    try (TensorScope scope = new TensorScope()) {
      double[] values = new double[Math.toIntExact(self(this).count())];
      if (values.length > 0) { // an empty tensor has no memory
        host(DType.FLOAT64).handle.data_ptr_double().get(values);
      }
      return values;
    }
  }

  /** The rows of a matrix, read in one piece because every read waits for the device. */
  default double[][] toDoubleRows() {
    double[] flat = self(this).contiguous().toDoubleArray();
    int width = (int) self(this).size(1);
    double[][] rows = new double[(int) self(this).size(0)][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(flat, i * width, (i + 1) * width));
    return rows;
  }

  /** The bytes of a {@link DType#UINT8} tensor. */
  default byte[] toByteArray() {
    try (TensorScope scope = new TensorScope()) {
      byte[] values = new byte[Math.toIntExact(self(this).count())];
      new BytePointer(host(DType.UINT8).handle.data_ptr_byte()).get(values);
      return values;
    }
  }

  /** The value of a tensor with one element. Waits for the device. */
  default double item() {
    if (self(this).count() != 1) {
      throw new IllegalArgumentException(
          "expected a tensor with one element but its shape is "
              + Arrays.toString(self(this).shape()));
    }
    return handle(this).item_double();
  }

  private Tensor host(DType type) {
    return self(this).detach().to(Device.CPU).to(type).contiguous();
  }

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
