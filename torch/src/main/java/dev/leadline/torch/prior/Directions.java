package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** The directions in which B functions vary, each divided by its lengthscale. */
final class Directions {

  /* Lengthscales are 0.45·√d times a log-normal factor of the task and one of each input; an idle input has an infinite one.
   * Ridges vary along one to three random directions, or along as many as there are inputs, instead of the axes. */

  private static final double MEDIAN = 0.45;

  private Directions() {}

  /** (B, D, D): one direction a row. */
  static Tensor draw(FunctionPriorConfig config, InputSpaces spaces, Chance chance) {
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
}
