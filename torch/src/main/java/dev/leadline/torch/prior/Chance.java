package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;

/** Single-precision draws for B tasks at a time. */
record Chance(TensorRandom random, long tasks) {

  /** Uniform on [low, high), (B, shape…). */
  Tensor uniform(double low, double high, long... shape) {
    return random.uniformBetween(low, high, DType.FLOAT32, withTasks(shape));
  }

  /** Log-uniform on [low, high), (B, shape…). */
  Tensor logUniform(double low, double high, long... shape) {
    return uniform(Math.log(low), Math.log(high), shape).exp();
  }

  /** Standard normal, (B, shape…). */
  Tensor normal(long... shape) {
    return random.normal(DType.FLOAT32, withTasks(shape));
  }

  /** Log-normal with median 1, (B, shape…). */
  Tensor logNormal(double spread, long... shape) {
    return normal(shape).times(spread).exp();
  }

  /** True with the given probability, (B, shape…). */
  Tensor happens(double probability, long... shape) {
    return random.uniform(DType.FLOAT32, withTasks(shape)).lessThan(probability);
  }

  private long[] withTasks(long... shape) {
    long[] full = new long[shape.length + 1];
    full[0] = tasks;
    System.arraycopy(shape, 0, full, 1, shape.length);
    return full;
  }
}
