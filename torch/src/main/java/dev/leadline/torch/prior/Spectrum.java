package dev.leadline.torch.prior;

import dev.leadline.torch.gp.Kernel;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** Random Fourier features of B stationary processes: f(x) = √(2/F)·Σ a·cos(ωᵀx + φ). */
record Spectrum(Tensor frequency, Tensor phase, Tensor weight) { // (B, F, D), (B, 1, F), (B, F, 1)

  /* The frequencies of a Matérn-ν kernel follow a multivariate t distribution with 2ν degrees of freedom: a normal vector
   * times √(2ν/χ²). For RBF the factor is 1. χ² is kept above 1e-3, which bounds the factor by 70. */

  /** The degrees of freedom (B, 1) of random smoothness: rough, medium and smooth, and RBF as 0. */
  static Tensor degrees(Chance chance) {
    Tensor pick = chance.uniform(0, 1, 1);
    Tensor degrees = pick.times(0);
    degrees = degrees.plus(Kernel.MATERN_52.spectralDegrees()).where(pick.lessThan(.7), degrees);
    degrees = degrees.times(0).plus(3).where(pick.lessThan(.4), degrees);
    return degrees.times(0).plus(1).where(pick.lessThan(.15), degrees);
  }

  /**
   * Draws features.
   *
   * @param degrees (B, 1)
   * @param basis (B, D, D), rows are directions divided by their lengthscale
   */
  static Spectrum draw(int features, Tensor degrees, Tensor basis, Chance chance) {
    long columns = basis.size(2);
    Tensor order = Tensor.range(5, basis.device(), DType.FLOAT32); // (5)
    Tensor counted = order.lessThan(degrees).to(DType.FLOAT32).unsqueeze(1); // (B, 1, 5)
    Tensor chiSquare = chance.normal(features, 5).square().times(counted).sumKeeping(2);
    Tensor spread = degrees.unsqueeze(1).over(chiSquare.clampMin(1e-3)).sqrt(); // (B, F, 1)
    Tensor factor = spread.plus(degrees.equalTo(0).to(DType.FLOAT32).unsqueeze(1));
    Tensor frequency = chance.normal(features, columns).times(factor).matmul(basis);
    Tensor phase = chance.uniform(0, 2 * Math.PI, 1, features);
    Tensor weight = chance.normal(features, 1).times(Math.sqrt(2.0 / features));
    return new Spectrum(frequency, phase, weight);
  }

  /** The values (B, M) at the points (B, M, D). */
  Tensor at(Tensor points) {
    Tensor angle = points.matmul(frequency.transpose(1, 2)).plus(phase); // (B, M, F)
    return angle.cos().matmul(weight).squeeze(-1);
  }
}
