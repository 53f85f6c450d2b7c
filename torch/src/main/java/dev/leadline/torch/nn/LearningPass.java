package dev.leadline.torch.nn;

import dev.leadline.torch.tensor.Tensor;
import java.util.List;

/**
 * One way through a network that can be gone back once. Its tensors belong to the scope it was made
 * in. Not thread-safe.
 */
public final class LearningPass {

  /* Where the gradient of the attention is worked out by hand, the way is cut there: what a layer keeps of its input and what
   * its attention gives are leaves. Going back through a layer starts from two ends at once, what its attention saw and what
   * it kept, and runs through the feed-forward part of the layer below to that one's leaves. */

  /**
   * A layer that was passed.
   *
   * @param source what it keeps of its input, by way of the layer below
   * @param kept a leaf with the values of the source
   * @param projected what the attention saw, by way of the layer below
   * @param mixed a leaf, the attention's output
   */
  record Layer(
      Tensor source, Tensor kept, Tensor projected, JoinedAttention attention, Tensor mixed) {

    /** Hands on the gradients that have reached the leaves. */
    void back() {
      Tensor seen = attention.gradient(mixed.gathered());
      Tensor.backward(List.of(projected, source), List.of(seen, kept.gathered()));
    }
  }

  private final List<Layer> layers;
  private final Tensor logMass;

  /**
   * @param layers from the first to the last; none for a way without cuts
   * @param logMass by way of the last layer's leaves
   */
  LearningPass(List<Layer> layers, Tensor logMass) {
    this.layers = List.copyOf(layers);
    this.logMass = logMass;
  }

  /** The log mass of every bucket at every query, (B, Q, K). */
  public Tensor logMass() {
    return logMass;
  }

  /** Adds the gradient of a scalar that depends on {@link #logMass} to every parameter. */
  public void backward(Tensor loss) {
    loss.backward();
    for (int i = layers.size() - 1; i >= 0; i--) {
      layers.get(i).back();
    }
  }
}
