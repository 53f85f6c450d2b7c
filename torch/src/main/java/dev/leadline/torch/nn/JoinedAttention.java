package dev.leadline.torch.nn;

import dev.leadline.torch.nn.Attention.Geometry;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.FusedAttention;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import java.util.List;

/**
 * The paper's attention in one fused call for context and queries, with its gradient by hand: every
 * token looks at the context, and a query at itself, too.
 */
final class JoinedAttention {

  /* The fused kernel gives every token's softmax over the context and its log-sum-exp λ. A query's own logit s enters
   * afterwards: λ − λ' = ln σ(λ − s), w = 1 − e^(λ − λ'), output' = output + w·(v − output). Given output' and λ' the kernel's
   * backward pass yields the context's share of the gradients; the own key's share is ∂s = w·(∂output'·(v − output')).
   * Everything is written where it stays: neither context and queries nor q, k and v are put together by copies. A step of
   * training is bound by the number of operations sent to the device, so there are as few as the maths allows. */

  private final long first; // of the tokens that look
  private final long context;
  private final double scale;
  private final Tensor looking; // (B, H, S', e)
  private final Tensor seenKeys; // (B, H, C, e)
  private final Tensor seenValues;
  private final Tensor ownQueries; // (B, H, Q, e)
  private final Tensor ownKeys;
  private final Tensor ownValues;
  private final FusedAttention fused; // own terms included
  private final Tensor ownOutput; // a view of it, (B, H, Q, e)
  private final Tensor ownWeight; // (B, H, Q, 1)

  /**
   * Attends.
   *
   * @param projected queries, keys and values of all tokens, (B, S, 3, H, e)
   */
  JoinedAttention(Tensor projected, Geometry at, Attention.Rows rows, double scale) {
    this.scale = scale;
    context = at.context();
    first = rows == Attention.Rows.ALL ? 0 : context;
    try (NoGrad off = new NoGrad()) {
      List<Tensor> parts = parts(projected.detach());
      looking = from(parts.get(0), first);
      seenKeys = seen(parts.get(1));
      seenValues = seen(parts.get(2));
      ownQueries = own(parts.get(0));
      ownKeys = own(parts.get(1));
      ownValues = own(parts.get(2));
      fused = FusedAttention.of(looking, seenKeys, seenValues, scale);
      ownOutput = from(fused.output(), context - first);
      ownWeight = addOwnTerm();
    }
  }

  private Tensor addOwnTerm() {
    Tensor sum = from(fused.logSumExp(), context - first); // (B, H, Q) λ
    Tensor logit = ownQueries.times(ownKeys).sumAs(DType.FLOAT32, -1); // s, unscaled
    Tensor logShare = sum.minus(scale, logit).logSigmoid(); // λ − λ'
    sum.plusInPlace(-1, logShare);
    Tensor weight = logShare.expm1InPlace().negateInPlace().unsqueeze(3).to(ownOutput.type());
    ownOutput.lerpInPlace(ownValues, weight);
    return weight;
  }

  /** (B, S', H, e), of all tokens or the queries. */
  Tensor output() {
    return fused.output().transpose(1, 2);
  }

  /** The gradient of the projected tokens, (B, S, 3, H, e), given that of the output. */
  Tensor gradient(Tensor outputGradient) {
    try (NoGrad off = new NoGrad()) {
      Tensor given = outputGradient.transpose(1, 2); // (B, H, S', e)
      List<Tensor> shares = fused.gradients(given, looking, seenKeys, seenValues, scale);
      Tensor gradient = emptyProjected();
      List<Tensor> parts = parts(gradient);
      if (first > 0) {
        parts.get(0).narrow(2, 0, first).zeroInPlace();
      }
      from(parts.get(0), first).copyInPlace(shares.get(0));
      seen(parts.get(1)).copyInPlace(shares.get(1));
      seen(parts.get(2)).copyInPlace(shares.get(2));
      addOwnGradient(from(given, context - first), parts);
      return gradient;
    }
  }

  private void addOwnGradient(Tensor given, List<Tensor> parts) {
    Tensor slope =
        ownValues
            .minus(ownOutput)
            .timesInPlace(given)
            .sumKeeping(-1)
            .timesInPlace(ownWeight)
            .timesInPlace(scale); // (B, H, Q, 1)
    own(parts.get(0)).plusProductInPlace(1, slope, ownKeys);
    own(parts.get(1)).setToTimes(slope, ownQueries);
    own(parts.get(2)).setToTimes(ownWeight, given);
  }

  private Tensor emptyProjected() {
    long tokens = context + ownQueries.size(2);
    return Tensor.empty(
        ownQueries.device(),
        ownQueries.type(),
        ownQueries.size(0),
        tokens,
        3,
        ownQueries.size(1),
        ownQueries.size(3));
  }

  /** Queries, keys and values, (B, H, S, e) each. */
  private static List<Tensor> parts(Tensor joint) {
    return joint.transpose(1, 3).unbind(2);
  }

  private static Tensor from(Tensor tokens, long start) {
    return start == 0 ? tokens : tokens.narrow(2, start, tokens.size(2) - start);
  }

  private Tensor seen(Tensor tokens) {
    return tokens.narrow(2, 0, context);
  }

  private Tensor own(Tensor tokens) {
    return from(tokens, context);
  }
}
