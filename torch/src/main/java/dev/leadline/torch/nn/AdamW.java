package dev.leadline.torch.nn;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import java.util.List;

/**
 * Adam with decoupled weight decay and a bound on the gradient's norm, on all parameters at once.
 *
 * <p>Owns its two moments until closed. Not thread-safe.
 */
public final class AdamW implements AutoCloseable {

  /* A few operations on flat buffers, none of which waits for the device. A gradient that is not finite is skipped: the
   * weights stay as they were and whoever reads the loss finds out. */

  /**
   * The constants of the update.
   *
   * @param beta1 memory of the mean
   * @param beta2 memory of the square
   * @param epsilon added to the root of the square
   * @param weightDecay share of a weight lost per unit of learning rate
   * @param maxNorm bound on the norm of the gradient
   */
  public record Config(
      double beta1, double beta2, double epsilon, double weightDecay, double maxNorm) {

    public Config {
      if (!(beta1 >= 0 && beta1 < 1 && beta2 >= 0 && beta2 < 1)) {
        throw new IllegalArgumentException(
            "expected betas in [0, 1) but got %s and %s".formatted(beta1, beta2));
      }
      if (!(epsilon > 0 && weightDecay >= 0 && maxNorm > 0)) {
        throw new IllegalArgumentException(
            "expected positive epsilon and norm and no negative decay but got %s, %s, %s"
                .formatted(epsilon, maxNorm, weightDecay));
      }
    }

    /** Betas .9 and .999, decay .01, norm 1: Table "Hyperparameters of PT training". */
    public static Config standard() {
      return new Config(.9, .999, 1e-8, .01, 1);
    }
  }

  private final Parameters parameters;
  private final Config config;
  private final Tensor mean;
  private final Tensor square;

  public AdamW(Parameters parameters, Config config) {
    this.parameters = parameters;
    this.config = config;
    try (TensorScope scope = new TensorScope()) {
      mean = Tensor.zeros(parameters.device(), DType.FLOAT32, parameters.size()).keep();
      square = Tensor.zeros(parameters.device(), DType.FLOAT32, parameters.size()).keep();
    }
  }

  /**
   * Moves the parameters against the gathered gradient and forgets it.
   *
   * @param step the number of this update, from 1
   */
  public void step(double learningRate, long step) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor gradient = parameters.gradient();
      Tensor norm = gradient.norm();
      Tensor sound = norm.isFinite();
      Tensor zero = Tensor.zeros(parameters.device(), DType.FLOAT32);
      Tensor counts = sound.to(DType.FLOAT32); // 1, or 0 where nothing is to change
      Tensor excess = norm.plus(1e-6).over(config.maxNorm).clampMin(1);
      Tensor bounded = gradient.over(excess).where(sound, zero);
      mean.lerpInPlace(bounded, counts.times(1 - config.beta1));
      square.lerpInPlace(bounded.square(), counts.times(1 - config.beta2));
      double meanSoFar = 1 - Math.pow(config.beta1, (double) step);
      double squareSoFar = 1 - Math.pow(config.beta2, (double) step);
      Tensor deviation = square.sqrt().over(Math.sqrt(squareSoFar)).plus(config.epsilon);
      Tensor values = parameters.values();
      values.timesInPlace(counts.times(-learningRate * config.weightDecay).plus(1));
      values.plusInPlace(-learningRate / meanSoFar, mean.times(counts).over(deviation));
      parameters.refresh();
      parameters.forgetGradient();
    }
  }

  /** Parameters, means and squares, each flat: all that the next step depends on. */
  public List<float[]> state() {
    return List.of(parameters.values().toFloatArray(), mean.toFloatArray(), square.toFloatArray());
  }

  public void restore(List<float[]> state) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      restore(parameters.values(), state.get(0));
      restore(mean, state.get(1));
      restore(square, state.get(2));
      parameters.refresh();
    }
  }

  private void restore(Tensor target, float[] values) {
    if (values.length != parameters.size()) {
      throw new IllegalArgumentException(
          "expected %d parameters but got %d".formatted(parameters.size(), values.length));
    }
    target.copyInPlace(Tensor.of(values, target.device(), values.length));
  }

  @Override
  public void close() {
    mean.free();
    square.free();
  }
}
