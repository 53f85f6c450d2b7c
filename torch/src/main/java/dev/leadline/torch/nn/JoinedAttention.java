package dev.leadline.torch.nn;

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
   * afterwards: λ' = ln(e^λ + e^s), w = e^(s − λ'), output' = e^(λ − λ')·output + w·v. Given output' and λ' the kernel's
   * backward pass yields the context's share of the gradients; the own key's share is ∂s = w·(∂output'·(v − output')).
   * Everything is written where it stays: neither context and queries nor q, k and v are put together by copies. */

  private final Tensor projected; // (B, S, 3, H, e)
  private final long first; // of the tokens that look
  private final long context;
  private final double scale;
  private final FusedAttention fused; // own terms included
  private final Tensor ownWeight; // (B, H, Q, 1), float32

  /**
   * Attends.
   *
   * @param projected queries, keys and values of all tokens, (B, S, 3, H, e)
   */
  JoinedAttention(Tensor projected, Geometry at, Attention.Rows rows, double scale) {
    this.projected = projected.detach();
    this.scale = scale;
    context = at.context();
    first = rows == Attention.Rows.ALL ? 0 : context;
    try (NoGrad off = new NoGrad()) {
      Tensor looking = from(part(0), first);
      fused = FusedAttention.of(looking, seen(part(1)), seen(part(2)), scale);
      Tensor own =
          own(part(0)).to(DType.FLOAT32).times(own(part(1))).sum(-1).times(scale); // (B, H, Q)
      Tensor sum = from(fused.logSumExp(), context - first);
      Tensor total = sum.logAddExp(own);
      ownWeight = own.minus(total).exp().unsqueeze(3);
      Tensor others = sum.minus(total).exp().unsqueeze(3);
      Tensor output = ownOutput();
      output.copyInPlace(output.times(others).plus(ownWeight.times(own(part(2)))));
      sum.copyInPlace(total);
    }
  }

  /** (B, S', H, e), of all tokens or the queries. */
  Tensor output() {
    return fused.output().transpose(1, 2);
  }

  /** The gradient of the projected tokens, (B, S, 3, H, e), given that of the output. */
  Tensor gradient(Tensor outputGradient) {
    try (NoGrad off = new NoGrad()) {
      Tensor given = outputGradient.transpose(1, 2); // (B, H, S', e)
      List<Tensor> shares =
          fused.gradients(given, from(part(0), first), seen(part(1)), seen(part(2)), scale);
      Tensor gradient =
          Tensor.empty(projected.device(), projected.type(), projected.shape()); // (B, S, 3, H, e)
      Tensor ofQueries = part(gradient, 0);
      Tensor ofKeys = part(gradient, 1);
      Tensor ofValues = part(gradient, 2);
      ofQueries.narrow(2, 0, first).zeroInPlace();
      from(ofQueries, first).copyInPlace(shares.get(0));
      seen(ofKeys).copyInPlace(shares.get(1));
      seen(ofValues).copyInPlace(shares.get(2));

      Tensor givenOwn = from(given, context - first); // (B, H, Q, e)
      Tensor slope =
          givenOwn
              .to(DType.FLOAT32)
              .times(own(part(2)).minus(ownOutput()))
              .sumKeeping(-1)
              .times(ownWeight)
              .times(scale)
              .to(projected.type()); // (B, H, Q, 1)
      own(ofQueries).plusProductInPlace(1, slope, own(part(1)));
      own(ofKeys).copyInPlace(slope.times(own(part(0))));
      own(ofValues).copyInPlace(ownWeight.times(givenOwn));
      return gradient;
    }
  }

  private Tensor part(int index) {
    return part(projected, index);
  }

  /** Queries, keys or values, (B, H, S, e). */
  private static Tensor part(Tensor joint, int index) {
    return joint.select(2, index).transpose(1, 2);
  }

  private static Tensor from(Tensor tokens, long start) {
    return tokens.narrow(2, start, tokens.size(2) - start);
  }

  private Tensor seen(Tensor tokens) {
    return tokens.narrow(2, 0, context);
  }

  private Tensor own(Tensor tokens) {
    return from(tokens, context);
  }

  private Tensor ownOutput() {
    return from(fused.output(), context - first);
  }
}
