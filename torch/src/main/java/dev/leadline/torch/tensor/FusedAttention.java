package dev.leadline.torch.tensor;

import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.jspecify.annotations.Nullable;

/**
 * Attention by one fused kernel, forwards and, by hand, backwards.
 *
 * @param output (B, H, S, e)
 * @param logSumExp (B, H, S), what the logits' softmax divides by, float32
 */
public record FusedAttention(
    Tensor output, Tensor logSumExp, @Nullable Tensor seed, @Nullable Tensor offset) {

  /* The kernels' backward pass knows the weights from the logits and logSumExp, and the rest from the output. Whoever adds
   * further terms to the softmax puts both in place here and gets gradients that include them. The kernels are called by
   * name: the binding has no methods for them. */

  private static final NamedOperation CPU =
      new NamedOperation("aten::_scaled_dot_product_flash_attention_for_cpu");
  private static final NamedOperation CPU_BACKWARD =
      new NamedOperation("aten::_scaled_dot_product_flash_attention_for_cpu_backward");
  private static final NamedOperation CUDA =
      new NamedOperation("aten::_scaled_dot_product_flash_attention");
  private static final NamedOperation CUDA_BACKWARD =
      new NamedOperation("aten::_scaled_dot_product_flash_attention_backward");
  private static final int LARGEST_HEAD = 256;

  /** Whether there is a kernel for numbers of this type in heads of this size. */
  public static boolean fits(Device device, DType type, int headSize) {
    return device == Device.CPU
        ? type == DType.FLOAT32 || type == DType.BFLOAT16
        : type == DType.BFLOAT16 && headSize % 8 == 0 && headSize <= LARGEST_HEAD;
  }

  /**
   * softmax(scale · queries · keysᵀ) · values, outside of any gradient.
   *
   * @param queries (B, H, S, e)
   * @param keys (B, H, C, e), at least one
   * @param values (B, H, C, e)
   */
  public static FusedAttention of(Tensor queries, Tensor keys, Tensor values, double scale) {
    try (NoGrad off = new NoGrad()) {
      if (queries.device() == Device.CPU) {
        IValueVector made =
            CPU.call(of(queries), of(keys), of(values), zero(), no(), none(), new IValue(scale));
        return new FusedAttention(tensor(made, 0), tensor(made, 1), null, null);
      }
      IValueVector made =
          CUDA.call(of(queries), of(keys), of(values), zero(), no(), no(), new IValue(scale));
      return new FusedAttention(tensor(made, 0), tensor(made, 1), tensor(made, 6), tensor(made, 7));
    }
  }

  /** The gradients of queries, keys and values, given that of the output. */
  public List<Tensor> gradients(
      Tensor outputGradient, Tensor queries, Tensor keys, Tensor values, double scale) {
    try (NoGrad off = new NoGrad()) {
      IValueVector made =
          seed == null || offset == null
              ? CPU_BACKWARD.call(
                  of(outputGradient),
                  of(queries),
                  of(keys),
                  of(values),
                  of(output),
                  of(logSumExp),
                  zero(),
                  no(),
                  none(),
                  new IValue(scale))
              : CUDA_BACKWARD.call(
                  of(outputGradient),
                  of(queries),
                  of(keys),
                  of(values),
                  of(output),
                  of(logSumExp),
                  undefined(),
                  undefined(),
                  new IValue(queries.size(2)),
                  new IValue(keys.size(2)),
                  zero(),
                  no(),
                  of(seed),
                  of(offset),
                  new IValue(scale));
      return List.of(tensor(made, 0), tensor(made, 1), tensor(made, 2));
    }
  }

  private static Tensor tensor(IValueVector stack, long index) {
    return new Tensor(new org.bytedeco.pytorch.Tensor(stack.get(index).toTensor()));
  }

  private static IValue of(Tensor tensor) {
    return new IValue(tensor.handle);
  }

  private static IValue zero() {
    return new IValue(0.0);
  }

  private static IValue no() {
    return new IValue(false);
  }

  private static IValue none() {
    return new IValue();
  }

  private static IValue undefined() {
    return new IValue(new org.bytedeco.pytorch.Tensor());
  }
}
