package dev.leadline.pfn;

/**
 * The shape of a probabilistic transformer; {@code docs/network.md} defines every symbol.
 *
 * <p>A token is an input and, in the context, its value. The context sees the context; a query sees
 * the context and itself.
 *
 * @param dimensions the number of inputs D
 * @param width the embedding size E
 * @param layers the number of transformer layers
 * @param heads the number of attention heads H; divides the width
 * @param feedForward the hidden width of a layer's feed-forward part
 * @param headWidth the hidden width of the decoder
 * @param buckets the number of buckets K of the bar distribution
 * @param norm where the layer norms stand
 */
public record NetworkConfig(
    int dimensions,
    int width,
    int layers,
    int heads,
    int feedForward,
    int headWidth,
    int buckets,
    Norm norm) {

  /** Where the layer norms stand. */
  public enum Norm {
    PRE,
    POST
  }

  public NetworkConfig {
    atLeast(1, dimensions, "dimensions");
    atLeast(1, width, "width");
    atLeast(1, layers, "layers");
    atLeast(1, heads, "heads");
    atLeast(1, feedForward, "feedForward");
    atLeast(1, headWidth, "headWidth");
    atLeast(3, buckets, "buckets");
    if (width % heads != 0) {
      throw new IllegalArgumentException(
          "expected heads to divide the width but got width %d and %d heads"
              .formatted(width, heads));
    }
  }

  /** 6 layers of 512 with 100 buckets: Table "Hyperparameters of PT training". */
  public static NetworkConfig paper(int dimensions) {
    return new NetworkConfig(dimensions, 512, 6, 4, 1024, 1024, 100, Norm.POST);
  }

  private static void atLeast(int minimum, int actual, String name) {
    if (actual < minimum) {
      throw new IllegalArgumentException(
          "expected %s of at least %d but was %d".formatted(name, minimum, actual));
    }
  }
}
