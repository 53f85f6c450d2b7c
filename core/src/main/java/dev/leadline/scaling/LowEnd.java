package dev.leadline.scaling;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;

/**
 * How the low end of the values is spread before they are scaled.
 *
 * <p>Where values span decades above the lowest one (Rosenbrock's valley between its walls), any
 * scaling by their bulk leaves what matters in one place. A logarithm above the lowest value tells
 * it apart.
 *
 * @param share the logarithm's unit as a share of the way from the lowest value to the median; 0
 *     for no logarithm
 */
record LowEnd(double share) {

  /* Under a logarithm a smooth bowl has a cusp for its bottom. That is no harm as long as the bottom is not in sight, and the
  closer the search comes the larger the unit is, and the milder the logarithm. */

  static final LowEnd AS_IS = new LowEnd(0);

  private static final double PER_INPUT = 50;

  /** The one for so many observations. */
  static LowEnd spread(int observations, int inputs) {
    double progress = observations / (PER_INPUT * inputs);
    return new LowEnd(Math.min(1, progress * progress));
  }

  /**
   * The one that explains the values better, as they are or spread. Spreading has to raise their
   * log density by what a fitted parameter would have to pay. The lowest value, which it is fitted
   * to, is left out of the change of units.
   *
   * @param some observations in the objective's units, at least one
   */
  static LowEnd best(OutputScaling scaling, Observations some, ScalingEvidence explained) {
    double[] values = some.values();
    LowEnd spread = spread(some.size(), some.dimensions());
    OutputScaling.Fitted before = scaling.fit(values, AS_IS);
    OutputScaling.Fitted after = scaling.fit(values, spread);
    double[] evidence =
        explained.of(some.points(), new double[][] {before.toModel(values), after.toModel(values)});
    double lowest = Arrays.stream(values).min().orElseThrow();
    double gain = evidence[1] - evidence[0];
    for (double y : values) {
      gain += y > lowest ? after.logDerivative(y) - before.logDerivative(y) : 0;
    }
    return gain > 0.5 * Math.log(some.size()) ? spread : AS_IS;
  }

  /** The way there for some values: ln(1 + u) of u = (y − lowest)/unit above 0, and u below. */
  ScalingStage fit(double[] values) {
    if (share == 0 || values.length == 0) {
      return ScalingStage.NONE;
    }
    double scale = Affine.unit(values);
    double[] sorted = Arrays.stream(values).map(value -> value / scale).sorted().toArray();
    double unit = share * (OutputScaling.quantile(sorted, 0.5) - sorted[0]);
    return unit > 0
        ? new ScalingStage(new Affine(scale, sorted[0], 0, unit), Warp.UPPER_SIDE)
        : ScalingStage.NONE;
  }
}
