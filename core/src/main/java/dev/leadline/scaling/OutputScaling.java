package dev.leadline.scaling;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;

/**
 * The ways from observed values to the units of a model: monotone, invertible, fitted on the
 * observed values alone. Thread-safe.
 */
public enum OutputScaling {
  /** z = (y − mean) / standard deviation. */
  Z_SCORE("z-score", Warp.NONE),

  /** The z-score, then sign(z)·ln(1 + |z|), then a z-score again. */
  SIGNED_LOG("signed-log", Warp.BOTH_SIDES),

  /**
   * u = (y − median)/s with s the quartile range in standard deviations of a normal distribution,
   * then sign(u)·ln(1 + |u|), then a z-score. One huge value moves nothing but itself, and where
   * most observations are good ones the scale is theirs.
   */
  ROBUST_LOG("robust-log", Warp.BOTH_SIDES);

  /** 2·Φ⁻¹(3/4): the quartile range of a standard normal distribution. */
  private static final double NORMAL_QUARTILE_RANGE = 1.34898;

  private static final int MIDPOINTS = 256;

  /** The share of the lowest values of a prediction that no gain is expected of. */
  private static final double TRIMMED = 0.01;

  private final String id;
  private final Warp warp;

  OutputScaling(String id, Warp warp) {
    this.id = id;
    this.warp = warp;
  }

  /** The stable name by which a model's manifest states its scaling. */
  public String id() {
    return id;
  }

  /** The scaling with this stable name. */
  public static OutputScaling ofId(String id) {
    for (OutputScaling scaling : values()) {
      if (scaling.id.equals(id)) {
        return scaling;
      }
    }
    throw new IllegalArgumentException(
        "expected an output scaling among %s but got '%s'"
            .formatted(Arrays.stream(values()).map(OutputScaling::id).toList(), id));
  }

  /**
   * Fits the scaling.
   *
   * @param values finite observed values, possibly none
   */
  public Fitted fit(double[] values) {
    return fit(values, LowEnd.AS_IS);
  }

  /** Fits the scaling to values whose low end is spread first. */
  Fitted fit(double[] values, LowEnd lowEnd) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("expected finite values but got " + value);
      }
    }
    ScalingStage spread = lowEnd.fit(values);
    double[] told = spread.apply(values);
    ScalingStage bulk =
        new ScalingStage(this == ROBUST_LOG ? aboutMedian(told) : Affine.zScore(told), warp);
    return new Fitted(spread, bulk, new ScalingStage(Affine.zScore(bulk.apply(told)), Warp.NONE));
  }

  private static Affine aboutMedian(double[] values) {
    if (values.length == 0) {
      return Affine.IDENTITY;
    }
    double unit = Affine.unit(values);
    double[] sorted = Arrays.stream(values).map(value -> value / unit).sorted().toArray();
    double median = quantile(sorted, 0.5);
    double quartileRange = quantile(sorted, 0.75) - quantile(sorted, 0.25);
    double range = sorted[sorted.length - 1] - sorted[0];
    if (range == 0) {
      return Affine.around(unit, median);
    }
    double spread = quartileRange > 0 ? quartileRange / NORMAL_QUARTILE_RANGE : range;
    return new Affine(unit, median, 0, spread);
  }

  /** Linear between the order statistics. */
  public static double quantile(double[] sorted, double share) {
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  /** A scaling fitted to observed values. Immutable and thread-safe. */
  public static final class Fitted {

    private final ScalingStage spread;
    private final ScalingStage bulk;
    private final ScalingStage standard;

    Fitted(ScalingStage spread, ScalingStage bulk, ScalingStage standard) {
      this.spread = spread;
      this.bulk = bulk;
      this.standard = standard;
    }

    /** From the objective's units to the model's; finite and non-decreasing. */
    public double toModel(double y) {
      return standard.apply(bulk.apply(spread.apply(y)));
    }

    /** All values from the objective's units to the model's. */
    public double[] toModel(double[] values) {
      return Arrays.stream(values).map(this::toModel).toArray();
    }

    /** Observations with values and their deviations in the model's units. */
    Observations toModel(Observations raw) {
      double[] values = raw.values();
      double[] deviations = raw.deviations();
      for (int i = 0; i < values.length; i++) {
        if (deviations[i] > 0) {
          double below = toModel(values[i] - deviations[i]);
          deviations[i] = (toModel(values[i] + deviations[i]) - below) / 2;
        }
      }
      return raw.withValues(toModel(values)).withDeviations(deviations);
    }

    /** From the model's units back to the objective's; finite and non-decreasing. */
    public double fromModel(double z) {
      return spread.invert(bulk.invert(standard.invert(z)));
    }

    /** ln(dz/dy) at y: add it to a log density in model units to get one in the objective's. */
    public double logDerivative(double y) {
      double told = spread.apply(y);
      return standard.logSlope(bulk.apply(told)) + bulk.logSlope(told) + spread.logSlope(y);
    }

    /**
     * E[max(0, y* − Y)] in the objective's units without the lowest hundredth of the prediction,
     * for a distribution in the model's units; relative error below 1e-3. The largest number where
     * it would be beyond all numbers.
     *
     * @param incumbent what is to be bettered, in the model's units
     */
    public double expectedImprovement(Distribution distribution, double incumbent) {
      /* ∫ (F(z) − t)·(dy/dz) dz from the t-quantile to the incumbent, by the midpoint rule. The way back from a logarithm blows
       * up what lies far below all that was seen: with it a gain may be twenty times as large as all values are apart. */
      double from = distribution.quantile(TRIMMED);
      double step = Math.max(0, incumbent - from) / MIDPOINTS;
      double sum = 0;
      for (int i = 0; i < MIDPOINTS && step > 0; i++) {
        double z = from + (i + 0.5) * step;
        double above = Math.max(0, distribution.cdf(z) - TRIMMED);
        sum += above * finiteExp(-logDerivative(fromModel(z))) * step;
      }
      return Math.min(Double.MAX_VALUE, sum);
    }

    private static double finiteExp(double logarithm) {
      return Math.min(Double.MAX_VALUE, Math.exp(logarithm));
    }
  }
}
