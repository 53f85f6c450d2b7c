package dev.leadline.torch.nn;

import dev.leadline.torch.tensor.Tensor;
import java.util.List;

/**
 * One way through a network that can be gone back once. Its tensors belong to the scope it was made
 * in. Not thread-safe.
 */
public final class LearningPass {

  /* Where the gradient of the attention is worked out by hand, the way is cut there: each layer starts from leaves of its
   * own, and going back hands gradients from leaf to leaf. */

  /**
   * A layer that was passed.
   *
   * @param input a leaf, (B, S, E)
   * @param projected what the attention saw, by way of the input
   * @param mixed a leaf, the attention's output
   * @param output by way of input and mixed
   */
  record Layer(
      Tensor input, Tensor projected, JoinedAttention attention, Tensor mixed, Tensor output) {

    /** The gradient of the input, given that of the output. */
    Tensor back(Tensor outputGradient) {
      output.backward(outputGradient);
      projected.backward(attention.gradient(mixed.gathered()));
      return input.gathered();
    }
  }

  private final Tensor start;
  private final List<Layer> layers;
  private final Tensor top;
  private final Tensor logMass;

  /**
   * @param start the embedded tokens, by way of parameters
   * @param layers from the first to the last; none for a way without cuts
   * @param top a leaf, what the last layer gave
   * @param logMass by way of the top
   */
  LearningPass(Tensor start, List<Layer> layers, Tensor top, Tensor logMass) {
    this.start = start;
    this.layers = List.copyOf(layers);
    this.top = top;
    this.logMass = logMass;
  }

  /** The log mass of every bucket at every query, (B, Q, K). */
  public Tensor logMass() {
    return logMass;
  }

  /** Adds the gradient of a scalar that depends on {@link #logMass} to every parameter. */
  public void backward(Tensor loss) {
    loss.backward();
    if (layers.isEmpty()) {
      return;
    }
    Tensor gradient = top.gathered();
    for (int i = layers.size() - 1; i >= 0; i--) {
      gradient = layers.get(i).back(gradient);
    }
    start.backward(gradient);
  }
}
