package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** B random functions on the unit cube that can be evaluated anywhere. */
final class RandomFunctions {

  /* f = h((main + rough + bowl − centre) / spread): two stationary components, of all inputs together or additive, and a broad
   * bowl, in warped coordinates, brought to mean 0 and variance 1 over the cube by a few reference points, then bent by a
   * monotone h. */

  private static final int REFERENCE = 64;

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

    Tensor basis = Directions.draw(config, spaces, chance); // (B, D, D)
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

  /** Kumaraswamy's 1 − (1 − x^a)^b per input, after rounding to a few internal steps if any. */
  private Tensor warp(Tensor points) {
    Tensor rounded = points.times(steps).round().over(steps);
    Tensor inside = rounded.where(stepped, points).clamp(1e-6, 1 - 1e-6);
    Tensor power = inside.log().times(warpA).exp();
    Tensor rest = power.negate().plus(1).clampMin(1e-6).log().times(warpB).exp();
    return rest.negate().plus(1).times(spaces.present().unsqueeze(1));
  }
}
