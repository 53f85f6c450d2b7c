package dev.leadline.torch.nn;

import dev.leadline.torch.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Who stands where among the tokens of a batch: first the context, then the queries.
 *
 * @param context the number of leading context tokens, the null token included
 * @param queries the number of queries
 * @param growth (1, 2), 1 and ln(1 + n), the null token not counted; or null if unused
 * @param distance (B, 1, context + queries, W) squared distances over −d, or null if unused; W is
 *     at least the context, and whatever stands beyond it is {@link #FAR} away
 */
record Geometry(long context, long queries, @Nullable Tensor growth, @Nullable Tensor distance) {

  /** A negative squared distance that leaves a token no weight. */
  static final double FAR = -1e6;

  private static final int ALIGNMENT = 8;

  /** The length to which rows of so many logits are padded. */
  static long aligned(long count) {
    return (count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Squared distances of all tokens to the context tokens, times a factor of each task. */
  static Tensor distance(Tensor all, Tensor context, Tensor factor) {
    Tensor product = all.matmul(context.transpose(1, 2)); // (B, S, C)
    Tensor norms = all.square().sumKeeping(-1); // (B, S, 1)
    Tensor contextNorms = context.square().sum(-1).unsqueeze(1); // (B, 1, C)
    Tensor squared = norms.plus(contextNorms).minus(product.times(2)).clampMin(0); // (B, S, C)
    return squared.times(factor.reshape(-1, 1, 1)).unsqueeze(1); // (B, 1, S, C)
  }
}
