package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** B random functions on the unit cube that can be evaluated anywhere. */
final class RandomFunctions {

  /* f = h((main + rough + bowl + slopes − centre) / spread): two stationary components, of all inputs together or additive, a
   * broad bowl and effects that level off, in warped coordinates, brought to mean 0 and variance 1 over the cube by a few
   * reference points, then bent by a monotone h, shifted and stretched. Before all that gates may hide inputs; after it values
   * may end at a ceiling, a cliff may be added and values rounded to levels. */

  private static final int REFERENCE = 64;

  private final InputSpaces spaces;
  private final Gates outerGates;
  private final Gates innerGates;
  private final Tensor warpA; // (B, 1, D)
  private final Tensor warpB;
  private final Tensor stepped; // (B, 1, 1), whether there are internal steps
  private final Tensor steps; // (B, 1, 1), their number, at least 1
  private final Spectrum waves; // main and rough together
  private final Bowls bowls;
  private final Slopes slopes;
  private final Grain grain;
  private final Bend bend;
  private final Tensor centre; // (B, 1)
  private final Tensor spread;
  private final Tensor deviation;
  private final Ceilings ceilings;
  private final Cliffs cliffs;
  private final Levels levels;

  private RandomFunctions(FunctionPriorConfig config, InputSpaces spaces, Chance chance) {
    this.spaces = spaces;
    int columns = config.maxDimensions();
    outerGates = Gates.draw(config, spaces, chance);
    innerGates = Gates.draw(config, spaces, chance);
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
    slopes = Slopes.draw(config, spaces, place, chance);
    Tensor raw = raw(place); // (B, R)
    centre = raw.meanKeeping(1);
    spread = raw.minus(centre).square().meanKeeping(1).sqrt().clampMin(1e-4);
    grain = Grain.draw(config, chance);
    bend = Bend.draw(config, chance);
    Tensor bent = bend.apply(raw.minus(centre).over(spread));
    ceilings = Ceilings.draw(config, bent, chance);
    Tensor values = ceilings.under(bent);
    Tensor offset = values.minus(values.meanKeeping(1));
    deviation = offset.square().meanKeeping(1).sqrt().clampMin(1e-6);
    cliffs = Cliffs.draw(config, spaces, reference, deviation, chance);
    levels = Levels.draw(config, deviation, chance);
  }

  static RandomFunctions draw(FunctionPriorConfig config, InputSpaces spaces, Chance chance) {
    return new RandomFunctions(config, spaces, chance);
  }

  /** The values (B, M) at snapped points (B, M, D). */
  Tensor at(Tensor points) {
    return finish(points, smooth(points));
  }

  /** The same with the unevenness of each place, drawn anew. */
  Tensor grainyAt(Tensor points) {
    return finish(points, grain.on(smooth(points)));
  }

  private Tensor smooth(Tensor points) {
    return raw(warp(points)).minus(centre).over(spread);
  }

  private Tensor finish(Tensor points, Tensor smooth) {
    return levels.round(ceilings.under(bend.apply(smooth)).plus(cliffs.at(points)));
  }

  /** About the standard deviation of each function over the cube, without its cliff, (B, 1). */
  Tensor deviation() {
    return deviation;
  }

  private Tensor raw(Tensor place) {
    return waves.at(place).plus(bowls.at(place)).plus(slopes.at(place));
  }

  /** Kumaraswamy's 1 − (1 − x^a)^b per input, after rounding to a few internal steps if any. */
  private Tensor warp(Tensor points) {
    Tensor seen = innerGates.apply(outerGates.apply(points));
    Tensor rounded = seen.times(steps).round().over(steps);
    Tensor inside = rounded.where(stepped, seen).clamp(1e-6, 1 - 1e-6);
    Tensor power = inside.log().times(warpA).exp();
    Tensor rest = power.negate().plus(1).clampMin(1e-6).log().times(warpB).exp();
    return rest.negate().plus(1).times(spaces.present().unsqueeze(1));
  }
}
