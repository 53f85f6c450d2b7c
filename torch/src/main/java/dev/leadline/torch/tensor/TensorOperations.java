package dev.leadline.torch.tensor;

/**
 * A family of operations on tensors, one method each, which {@link Tensor} has by inheriting it.
 */
interface TensorOperations {

  /** The tensor that the operations are of: nothing else has any. */
  static Tensor self(TensorOperations operations) {
    return (Tensor) operations;
  }

  static org.bytedeco.pytorch.Tensor handle(TensorOperations operations) {
    return self(operations).handle;
  }
}
