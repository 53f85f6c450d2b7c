package dev.leadline.torch.tensor;

import java.util.Arrays;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/**
 * A seeded stream of random tensors on one device.
 *
 * <p>Owns a native generator until closed. Not thread-safe.
 */
public final class TensorRandom implements AutoCloseable {

  /* Draws are filled in place from an own generator, never the global one. On a GPU the generator is a clone of the default
   * one, reseeded, because a fresh one cannot be made through the CPU binding. */

  private final Device device;
  private final Generator generator;
  private final GeneratorOptional argument;

  public TensorRandom(Device device, long seed) {
    this.device = device;
    try (TensorScope scope = new TensorScope()) {
      generator = create(device, seed);
      argument = new GeneratorOptional(generator);
      generator.retainReference();
      argument.retainReference();
    }
  }

  private static Generator create(Device device, long seed) {
    if (device == Device.CPU) {
      return torch.make_generator_cpu(seed);
    }
    Generator clone = torch.globalContext().defaultGenerator(device.handle()).clone();
    clone.set_current_seed(seed);
    return clone;
  }

  public Device device() {
    return device;
  }

  /** Uniform on [0, 1). */
  public Tensor uniform(DType type, long... shape) {
    return uniformBetween(0, 1, type, shape);
  }

  /** Uniform on [low, high). */
  public Tensor uniformBetween(double low, double high, DType type, long... shape) {
    org.bytedeco.pytorch.Tensor draw = empty(type, shape);
    draw.uniform_(low, high, argument);
    return new Tensor(draw);
  }

  /** Standard normal. */
  public Tensor normal(DType type, long... shape) {
    org.bytedeco.pytorch.Tensor draw = empty(type, shape);
    draw.normal_(0, 1, argument);
    return new Tensor(draw);
  }

  /** Exponential with rate 1; a sum of k of them over b is Gamma(k, rate b). */
  public Tensor exponential(DType type, long... shape) {
    org.bytedeco.pytorch.Tensor draw = empty(type, shape);
    draw.exponential_(1, argument);
    return new Tensor(draw);
  }

  /** Standard Gumbel: the k largest of logits + Gumbel are k draws without replacement. */
  public Tensor gumbel(DType type, long... shape) {
    return exponential(type, shape).clampMin(1e-30).log().negate();
  }

  /** Uniform integers in [low, high). */
  public Tensor integers(long low, long high, long... shape) {
    org.bytedeco.pytorch.Tensor draw = empty(DType.INT64, shape);
    draw.random_(low, new org.bytedeco.pytorch.LongOptional(high), argument);
    return new Tensor(draw);
  }

  /** The state of the stream, to be handed to {@link #restore}. */
  public byte[] state() {
    try (TensorScope scope = new TensorScope()) {
      return new Tensor(generator.get_state()).toByteArray();
    }
  }

  /** Continues where the stream of this state stood. */
  public void restore(byte[] state) {
    try (TensorScope scope = new TensorScope()) {
      long expected = generator.get_state().numel();
      if (expected != state.length) {
        throw new IllegalArgumentException(
            "expected a generator state of %d bytes but got %d: it is of another device"
                .formatted(expected, state.length));
      }
      org.bytedeco.pytorch.Tensor bytes =
          torch.empty(
              new long[] {state.length},
              new TensorOptions(torch.ScalarType.Byte),
              new org.bytedeco.pytorch.MemoryFormatOptional());
      new BytePointer(bytes.data_ptr_byte()).put(Arrays.copyOf(state, state.length));
      generator.set_state(bytes);
    }
  }

  private org.bytedeco.pytorch.Tensor empty(DType type, long... shape) {
    return Tensor.empty(device, type, shape).handle;
  }

  @Override
  public void close() {
    argument.releaseReference();
    generator.releaseReference();
  }
}
