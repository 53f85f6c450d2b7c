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
   * @param additive (B, 1, 1), tasks whose features vary along one direction each
   */
  static Spectrum draw(int features, Tensor degrees, Tensor basis, Tensor additive, Chance chance) {
    long columns = basis.size(2);
    Tensor order = Tensor.range(5, basis.device(), DType.FLOAT32); // (5)
    Tensor counted = order.lessThan(degrees).to(DType.FLOAT32).unsqueeze(1); // (B, 1, 5)
    Tensor chiSquare = chance.normal(features, 5).square().times(counted).sumKeeping(2);
    Tensor spread = degrees.unsqueeze(1).over(chiSquare.clampMin(1e-3)).sqrt(); // (B, F, 1)
    Tensor factor = spread.plus(degrees.equalTo(0).to(DType.FLOAT32).unsqueeze(1));
    Tensor normal = chance.normal(features, columns);
    Tensor mixed = oneEach(normal, basis, chance).where(additive, normal); // (B, F, D)
    Tensor frequency = mixed.times(factor).matmul(basis);
    Tensor phase = chance.uniform(0, 2 * Math.PI, 1, features);
    Tensor weight = chance.normal(features, 1).times(Math.sqrt(2.0 / features));
    return new Spectrum(frequency, phase, weight);
  }

  /**
   * Keeps one coordinate of each normal vector, that of a direction in use, and stretches it: rows
   * of the basis are divided by the root of their number, and now there is but one.
   */
  private static Tensor oneEach(Tensor normal, Tensor basis, Chance chance) {
    Tensor used = basis.square().sumKeeping(2).transpose(1, 2).greaterThan(0); // (B, 1, D)
    Tensor lot = chance.uniform(0, 1, normal.size(1), normal.size(2)).maskedFill(used.not(), -1);
    Tensor drawn = lot.lessThan(lot.maxKeeping(2)).not().to(DType.FLOAT32); // (B, F, D)
    Tensor count = used.to(DType.FLOAT32).sumKeeping(2); // (B, 1, 1)
    return normal.times(drawn).times(count.sqrt());
  }

  /** The features of both, those of the other with their weights (B, 1) times its own. */
  Spectrum with(Spectrum other, Tensor otherWeight) {
    return new Spectrum(
        Tensor.cat(1, frequency, other.frequency),
        Tensor.cat(2, phase, other.phase),
        Tensor.cat(1, weight, other.weight.times(otherWeight.unsqueeze(1))));
  }

  /** The values (B, M) at the points (B, M, D). */
  Tensor at(Tensor points) {
    Tensor angle = phase.plusMatmul(points, frequency.transpose(1, 2)); // (B, M, F)
    return angle.cosInPlace().matmul(weight).squeeze(-1);
  }
}
