package dev.leadline.torch.prior;

import dev.leadline.torch.gp.Kernel;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** B random functions on the unit cube that can be evaluated anywhere. */
final class RandomFunctions {

  /* f = h((main + rough + bowl − centre) / spread): two stationary components, of all inputs together or additive, and a broad
   * bowl, in warped coordinates, brought to mean 0 and variance 1 over the cube by a few reference points, then bent by a
   * monotone h. */

  private static final int REFERENCE = 64;
  private static final double MEDIAN = 0.45; // of lengthscales, over √d

  private final InputSpaces spaces;
  private final Tensor warpA; // (B, 1, D)
  private final Tensor warpB;
  private final Tensor stepped; // (B, 1, 1), whether there are internal steps
  private final Tensor steps; // (B, 1, 1), their number, at least 1
  private final Spectrum waves; // main and rough together
  private final Bowls bowls;
  private final Bend bend;
  private final Tensor centre; // (B, 1)
  private final Tensor spread;
  private final Tensor deviation;

  private RandomFunctions(FunctionPriorConfig config, InputSpaces spaces, Chance chance) {
    this.spaces = spaces;
    int columns = config.maxDimensions();
    Tensor warped = chance.happens(config.shapes().warped(), 1, 1).to(DType.FLOAT32);
    warpA = chance.normal(1, columns).times(0.6).times(warped).exp();
    warpB = chance.normal(1, columns).times(0.6).times(warped).exp();
    Tensor internal = chance.happens(0.05, 1, 1).to(DType.FLOAT32);
    Tensor plateaus = chance.logUniform(2, 20, 1, 1).floor().times(internal);
    stepped = plateaus.greaterThan(0);
    steps = plateaus.clampMin(1);

    Tensor basis = directions(config, spaces, chance); // (B, D, D)
    Tensor degrees = Spectrum.degrees(chance);
    Tensor additive = chance.happens(config.shapes().additive(), 1, 1);
    Spectrum main = Spectrum.draw(config.features(), degrees, basis, additive, chance);
    Tensor finer = basis.times(chance.logUniform(2.5, 12, 1, 1));
    Spectrum rough =
        Spectrum.draw(config.roughFeatures(), Spectrum.degrees(chance), finer, additive, chance);
    Tensor roughOn = chance.happens(config.shapes().rough(), 1).to(DType.FLOAT32);
    waves = main.with(rough, chance.logUniform(0.02, 0.8, 1).times(roughOn));

    Tensor reference = spaces.snap(chance.uniform(0, 1, REFERENCE, columns));
    Tensor place = warp(reference);
    bowls = Bowls.draw(config, basis, place, chance);
    Tensor raw = raw(place); // (B, R)
    centre = raw.meanKeeping(1);
    spread = raw.minus(centre).square().meanKeeping(1).sqrt().clampMin(1e-4);
    bend = Bend.draw(config, chance);
    Tensor bent = bend.apply(raw.minus(centre).over(spread));
    Tensor offset = bent.minus(bent.meanKeeping(1));
    deviation = offset.square().meanKeeping(1).sqrt().clampMin(1e-6);
  }

  static RandomFunctions draw(FunctionPriorConfig config, InputSpaces spaces, Chance chance) {
    return new RandomFunctions(config, spaces, chance);
  }

  /** The values (B, M) at snapped points (B, M, D). */
  Tensor at(Tensor points) {
    return bend.apply(raw(warp(points)).minus(centre).over(spread));
  }

  /** About the standard deviation of each function over the cube, (B, 1). */
  Tensor deviation() {
    return deviation;
  }

  private Tensor raw(Tensor place) {
    return waves.at(place).plus(bowls.at(place));
  }

  /* Lengthscales are 0.45·√d times a log-normal factor of the task and one of each input; an idle input has an infinite one.
   * Ridges vary along one to three random directions, or along as many as there are inputs, instead of the axes. */
  /**
   * The directions in which functions vary, each divided by its lengthscale, one a row: (B, D, D).
   */
  private static Tensor directions(FunctionPriorConfig config, InputSpaces spaces, Chance chance) {
    int columns = config.maxDimensions();
    Tensor present = spaces.present();
    Tensor relevant = relevant(config, present, chance); // (B, D)
    Tensor count = relevant.sumKeeping(1); // (B, 1)
    Tensor spread = chance.normal(1).abs().times(0.6);
    Tensor level = chance.logNormal(0.9, 1).times(MEDIAN);
    Tensor lengthscale = chance.normal(columns).times(spread).exp().times(level); // (B, D)

    Tensor identity = Tensor.identity(columns, present.device(), DType.FLOAT32);
    Tensor alongAxis = relevant.over(lengthscale.times(count.sqrt())); // (B, D)
    Tensor axes = identity.times(alongAxis.unsqueeze(2)); // (B, D, D)

    Tensor few = chance.uniform(1, 4, 1).floor();
    Tensor rank = few.where(chance.happens(0.6, 1), count).minimum(count); // (B, 1)
    Tensor row = Tensor.range(columns, present.device(), DType.FLOAT32);
    Tensor kept = row.lessThan(rank).to(DType.FLOAT32); // (B, D)
    Tensor raw = chance.normal(columns, columns).times(relevant.unsqueeze(1)); // (B, D, D)
    Tensor unit = raw.over(raw.square().sumKeeping(2).sqrt().clampMin(1e-6));
    Tensor alongRidge = kept.over(lengthscale.times(rank.sqrt())); // (B, D)
    Tensor ridges = unit.times(alongRidge.unsqueeze(2));
    return ridges.where(chance.happens(config.shapes().ridges(), 1, 1), axes);
  }

  /** In a share of the tasks about 30 % of the inputs are idle, but never all. */
  private static Tensor relevant(FunctionPriorConfig config, Tensor present, Chance chance) {
    Tensor score = chance.uniform(0, 1, present.size(1)).times(present); // (B, D)
    Tensor idle = chance.happens(config.shapes().idle(), 1);
    Tensor best = score.lessThan(score.maxKeeping(1)).not();
    Tensor works = score.greaterThan(0.3).or(idle.not()).or(best);
    return works.to(DType.FLOAT32).times(present);
  }

  /** Kumaraswamy's 1 − (1 − x^a)^b per input, after rounding to a few internal steps if any. */
  private Tensor warp(Tensor points) {
    Tensor rounded = points.times(steps).round().over(steps);
    Tensor inside = rounded.where(stepped, points).clamp(1e-6, 1 - 1e-6);
    Tensor power = inside.log().times(warpA).exp();
    Tensor rest = power.negate().plus(1).clampMin(1e-6).log().times(warpB).exp();
    return rest.negate().plus(1).times(spaces.present().unsqueeze(1));
  }

  /**
   * A monotone map of values for each of B tasks: skewed, heavy-tailed or straight; then affine.
   */
  private record Bend(
      Tensor growing,
      Tensor shrinking,
      Tensor tailed,
      Tensor powered,
      Tensor strength,
      Tensor shift,
      Tensor stretch) { // (B, 1) each; of the first four at most one holds

    /* h is the identity, (e^{kz} − 1)/k, (1 − e^{−kz})/k, sinh(k·z)/k, or sign(z)·|z|^k with k in a range for each. Arguments of
     * exponentials stay within ±12. The affine part matters where a single value sets the scale. */

    static Bend draw(FunctionPriorConfig config, Chance chance) {
      Tensor bent = chance.happens(config.shapes().skewed(), 1).to(DType.FLOAT32);
      Tensor kind = chance.uniform(1, 6, 1).floor().times(bent);
      Tensor strength = chance.logUniform(0.25, 2.2, 1);
      Tensor shift = chance.normal(1).times(chance.logNormal(1, 1));
      return new Bend(
          kind.equalTo(1).or(kind.equalTo(2)),
          kind.equalTo(3),
          kind.equalTo(4),
          kind.equalTo(5),
          strength,
          shift,
          chance.logNormal(1.5, 1));
    }

    Tensor apply(Tensor z) {
      Tensor exponent = z.times(strength).clamp(-12, 12);
      Tensor grown = exponent.exp().minus(1).over(strength);
      Tensor shrunk = exponent.negate().exp().negate().plus(1).over(strength);
      Tensor tails = exponent.sinh().over(strength);
      Tensor power = z.sign().times(z.abs().clampMin(1e-9).log().times(strength).exp());
      Tensor bent = grown.where(growing, z);
      bent = shrunk.where(shrinking, bent);
      bent = tails.where(tailed, bent);
      bent = power.where(powered, bent);
      return bent.plus(shift).times(stretch);
    }
  }

  /** A power of a random quadratic form around a random centre, for each of B tasks. */
  private record Bowls(Tensor basis, Tensor centre, Tensor exponent, Tensor offset, Tensor weight) {

    /* (B, D, D), (B, 1, D), (B, 1), (B, 1), (B, 1). The weight already divides by the deviation over the reference points. */

    /**
     * Draws bowls.
     *
     * @param directions (B, D, D)
     * @param reference (B, R, D), the points over which a bowl has mean 0 and a random amplitude
     */
    static Bowls draw(
        FunctionPriorConfig config, Tensor directions, Tensor reference, Chance chance) {
      long columns = directions.size(1);
      Tensor basis = directions.times(chance.logNormal(0.5, columns, 1));
      Tensor centre = chance.uniform(-0.1, 1.1, 1, columns);
      Tensor exponent = chance.logUniform(0.35, 1.6, 1);
      Tensor zero = Tensor.zeros(basis.device(), DType.FLOAT32, basis.size(0), 1);
      Bowls plain = new Bowls(basis, centre, exponent, zero, zero.plus(1));
      Tensor values = plain.at(reference); // (B, R)
      Tensor mean = values.meanKeeping(1);
      Tensor deviation = values.minus(mean).square().meanKeeping(1).sqrt().clampMin(1e-6);
      Tensor on = chance.happens(config.shapes().bowls(), 1).to(DType.FLOAT32);
      Tensor amplitude = chance.logUniform(0.2, 6, 1).times(on);
      return new Bowls(basis, centre, exponent, mean, amplitude.over(deviation));
    }

    /** The values (B, M) at the points (B, M, D). */
    Tensor at(Tensor points) {
      Tensor along = points.minus(centre).matmul(basis.transpose(1, 2)); // (B, M, D)
      Tensor height = along.square().sum(2).clampMin(1e-10).log().times(exponent).exp();
      return height.minus(offset).times(weight);
    }
  }

  /** Random Fourier features of B stationary processes: f(x) = √(2/F)·Σ a·cos(ωᵀx + φ). */
  private record Spectrum(
      Tensor frequency, Tensor phase, Tensor weight) { // (B, F, D), (B, 1, F), (B, F, 1)

    /* The frequencies of a Matérn-ν kernel follow a multivariate t distribution with 2ν degrees of freedom: a normal vector
     * times √(2ν/χ²). For RBF the factor is 1. χ² is kept above 1e-3, which bounds the factor by 70. */

    /**
     * The degrees of freedom (B, 1) of random smoothness: rough, medium and smooth, and RBF as 0.
     */
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
    static Spectrum draw(
        int features, Tensor degrees, Tensor basis, Tensor additive, Chance chance) {
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
     * Keeps one coordinate of each normal vector, that of a direction in use, and stretches it:
     * rows of the basis are divided by the root of their number, and now there is but one.
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
}
