package dev.leadline.pfn;

/**
 * The shape of a probabilistic transformer; {@code docs/network.md} defines every symbol.
 *
 * @param maxDimensions the largest number of inputs D the network accepts; fewer are padded by
 *     zeros
 * @param width the embedding size E
 * @param layers the number of transformer layers
 * @param heads the number of attention heads H; divides the width
 * @param feedForward the hidden width of a layer's feed-forward part
 * @param headWidth the hidden width of the decoder
 * @param buckets the number of buckets K of the bar distribution
 * @param norm where the layer norms stand
 * @param attention what a token sees and how far it looks
 * @param tokens what a token is made of
 */
public record NetworkConfig(
    int maxDimensions,
    int width,
    int layers,
    int heads,
    int feedForward,
    int headWidth,
    int buckets,
    Norm norm,
    Attention attention,
    Tokens tokens) {

  /** Where the layer norms stand. */
  public enum Norm {
    PRE,
    POST
  }

  /** What a token sees and how far it looks. */
  public enum Attention {
    /** Context sees context; a query sees the context and itself. Plain dot-product logits. */
    PAPER,
    /** Everybody sees a learned null token and the context; logits carry distance and log n. */
    DISTANCE_AWARE
  }

  /** What a token is made of. */
  public enum Tokens {
    /** The input and, in the context, the value; buckets are in units of the scaled values. */
    PLAIN,
    /** Also the committee's opinion; buckets are in units of the committee's posterior. */
    COMMITTEE
  }

  public NetworkConfig {
    atLeast(1, maxDimensions, "maxDimensions");
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
    return new NetworkConfig(
        dimensions, 512, 6, 4, 1024, 1024, 100, Norm.POST, Attention.PAPER, Tokens.PLAIN);
  }

  /** Whether the network can be used with so many inputs. */
  public boolean takes(int dimensions) {
    return switch (attention) {
      case PAPER -> dimensions == maxDimensions;
      case DISTANCE_AWARE -> dimensions >= 1 && dimensions <= maxDimensions;
    };
  }

  /** The numbers of inputs the network takes, in words. */
  public String dimensions() {
    return switch (attention) {
      case PAPER -> "exactly " + maxDimensions;
      case DISTANCE_AWARE -> "1 to " + maxDimensions;
    };
  }

  private static void atLeast(int minimum, int actual, String name) {
    if (actual < minimum) {
      throw new IllegalArgumentException(
          "expected %s of at least %d but was %d".formatted(name, minimum, actual));
    }
  }
}
