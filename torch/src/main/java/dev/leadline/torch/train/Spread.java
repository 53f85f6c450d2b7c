package dev.leadline.torch.train;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * How much the predictions of a task differ: the mean KL divergence of a query's prediction from
 * the mean prediction of its task, in nats. A network that predicts the same everywhere has 0.
 */
public final class Spread {

  private Spread() {}

  /* mean_j KL(p_j ‖ m) with m = mean_j p_j is mean_j Σ_l p_jl log p_jl − Σ_l m_l log m_l. In double precision, because a dead
   * network's is a difference of equal numbers: 1e-7 in single precision. */

  /** The spread of each task, (B), from the log mass of its queries, (B, Q, K). */
  public static Tensor of(Tensor logMass) {
    logMass.expect("log mass", -1, -1, -1);
    try (TensorScope scope = new TensorScope()) {
      Tensor log = logMass.to(DType.FLOAT64);
      Tensor mass = log.exp(); // (B, Q, K)
      Tensor negEntropy = mass.times(log).sum(2).mean(1); // (B)
      Tensor middle = mass.mean(1); // (B, K)
      Tensor ofMiddle = middle.times(middle.clampMin(1e-300).log()).sum(1); // (B)
      return scope.escape(negEntropy.minus(ofMiddle).relu());
    }
  }
}
