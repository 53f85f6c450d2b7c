package dev.leadline.torch.tensor;

import java.util.List;
import org.bytedeco.pytorch.IValue;

/**
 * One update of Adam with decoupled weight decay, in a single pass over memory.
 *
 * @param learningRate how far to go
 * @param beta1 memory of the mean
 * @param beta2 memory of the square
 * @param epsilon added to the root of the square
 * @param decay share of a weight lost per unit of learning rate
 * @param step the number of the update, from 1
 */
public record FusedAdamW(
    double learningRate, double beta1, double beta2, double epsilon, double decay, long step) {

  private static final NamedOperation UPDATE = new NamedOperation("aten::_fused_adamw_");

  /**
   * Updates flat float32 tensors of one length in place.
   *
   * @param gradient is divided by the divisor first
   * @param divisor a scalar
   * @param broken a scalar; 1 leaves everything as it is, 0 does not
   */
  public void apply(
      Tensor values, Tensor gradient, Tensor mean, Tensor square, Tensor divisor, Tensor broken) {
    UPDATE.call(
        list(values),
        list(gradient),
        list(mean),
        list(square),
        list(),
        list(Tensor.full((double) step, values.device(), DType.FLOAT32)),
        new IValue(learningRate),
        new IValue(beta1),
        new IValue(beta2),
        new IValue(decay),
        new IValue(epsilon),
        new IValue(false), // the largest square so far does not matter
        new IValue(false), // downhill
        new IValue(divisor.handle),
        new IValue(broken.handle));
  }

  private static IValue list(Tensor... tensors) {
    return NamedOperation.list(List.of(tensors));
  }
}
