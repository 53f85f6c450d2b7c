package dev.leadline.torch.train;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;

/**
 * The regulariser R(φ; x_j) of Eq. 3: neighbouring queries should have similar posteriors.
 *
 * @param radius ε, by the largest coordinate difference on the unit cube
 * @param normalisation what the weighted sum over the neighbours is divided by
 */
public record StationarityPenalty(double radius, Normalisation normalisation) {

  /* Σ_i ω_ji KL(j‖i) = (Σ_i ω_ji) Σ_l p_jl log p_jl − Σ_l p_jl (Σ_i ω_ji log p_il): the inner sum over i is a matrix product
   * with the constant ω, so no (B, Q, Q, K) tensor is built and no (B, Q, Q) one is differentiated. */

  /** What the weighted sum over the neighbours is divided by. */
  public enum Normalisation {
    /** The number of neighbours plus one. */
    NEIGHBOURS,
    /** Nothing: the sum as Eq. 3 writes it. */
    SUM
  }

  public StationarityPenalty {
    if (!(radius > 0 && radius < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "expected a radius above 0, such as 0.05, but got " + radius);
    }
  }

  /**
   * The penalty of every query, (B, Q).
   *
   * @param queries (B, Q, D)
   * @param logMass (B, Q, K)
   */
  public Tensor of(Tensor queries, Tensor logMass) {
    logMass.expect("log mass", queries.size(0), queries.size(1), -1);
    try (TensorScope scope = new TensorScope()) {
      Tensor distance = chebyshev(queries); // (B, Q, Q)
      Tensor weight = distance.times(-1 / radius).plus(1).relu(); // (B, Q, Q) ω
      Tensor mass = logMass.exp(); // (B, Q, K)
      Tensor negEntropy = mass.times(logMass).sum(-1); // (B, Q)
      Tensor crossTerm = mass.times(weight.matmul(logMass)).sum(-1); // (B, Q)
      Tensor sum = weight.sum(-1).times(negEntropy).minus(crossTerm); // (B, Q)
      if (normalisation == Normalisation.SUM) {
        return scope.escape(sum);
      }
      Tensor neighbours = distance.lessThan(radius).to(DType.FLOAT32).sum(-1); // self is the + 1
      return scope.escape(sum.over(neighbours));
    }
  }

  /** One pass per dimension: faster on a GPU than a block of threads per pair. */
  private static Tensor chebyshev(Tensor queries) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor largest = null;
      for (Tensor axis : queries.unbind(2)) { // (B, Q)
        Tensor difference = axis.unsqueeze(2).minus(axis.unsqueeze(1)).abs(); // (B, Q, Q)
        largest = largest == null ? difference : largest.maximum(difference);
      }
      if (largest == null) {
        throw new IllegalArgumentException("expected queries of at least one dimension");
      }
      return scope.escape(largest);
    }
  }
}
