package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Order;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.units.OutputScaling;
import org.jspecify.annotations.Nullable;

/**
 * The output scaling of B tasks, each fitted on its own context; the same maps as {@link
 * OutputScaling}, on a device and without waiting for it. Not thread-safe.
 */
public final class BatchedScaling {

  /** 2·Φ⁻¹(3/4): the quartile range of a standard normal distribution. */
  private static final double NORMAL_QUARTILE_RANGE = 1.34898;

  private final OutputScaling kind;
  private final @Nullable Spread lowEnd;
  private final Affine first;
  private final Affine second;

  private BatchedScaling(OutputScaling kind, @Nullable Spread lowEnd, Affine first, Affine second) {
    this.kind = kind;
    this.lowEnd = lowEnd;
    this.first = first;
    this.second = second;
  }

  /** y → (y − centre) / spread, (B, 1) each. */
  private record Affine(Tensor centre, Tensor spread) {
    Tensor apply(Tensor values) {
      return values.minus(centre).over(spread);
    }
  }

  /**
   * How the low end is spread: ln(1 + u) of u = (y − lowest)/unit above 0, and u below.
   *
   * @param where (B, 1), the tasks whose low end is spread
   */
  private record Spread(Tensor lowest, Tensor unit, Tensor where) {

    static Spread fit(Tensor values, Tensor shares) {
      Tensor sorted = values.sort(1, Order.ASCENDING).first();
      Tensor lowest = sorted.narrow(1, 0, 1);
      Tensor unit = quantile(sorted, 0.5).minus(lowest).times(shares);
      Tensor where = unit.greaterThan(0);
      return new Spread(lowest, unit.where(where, unit.times(0).plus(1)), where);
    }

    private Tensor above(Tensor values) {
      return values.minus(lowest).over(unit);
    }

    Tensor apply(Tensor values) {
      Tensor u = above(values);
      return u.clampMin(0).log1p().plus(u.clamp(Double.NEGATIVE_INFINITY, 0)).where(where, values);
    }

    /** The logarithm of the derivative. */
    Tensor logSlope(Tensor values) {
      Tensor slope = above(values).clampMin(0).log1p().plus(unit.log()).negate();
      return slope.where(where, slope.times(0));
    }
  }

  /** Fits the scaling to context values (B, C) in double precision; C may be 0. */
  public static BatchedScaling fit(OutputScaling kind, Tensor values) {
    values.expect("values", -1, -1);
    return of(kind, null, values);
  }

  /**
   * Fits the scaling to values whose low end is spread first.
   *
   * @param values (B, C) in double precision, C at least 1
   * @param shares (B, 1), the logarithm's unit as a share of the way from the lowest value to the
   *     median; 0 for no logarithm
   */
  static BatchedScaling fit(OutputScaling kind, Tensor values, Tensor shares) {
    values.expect("values", -1, -1);
    shares.expect("shares", values.size(0), 1);
    Spread spread = Spread.fit(values, shares);
    return of(kind, spread, spread.apply(values));
  }

  private static BatchedScaling of(OutputScaling kind, @Nullable Spread lowEnd, Tensor told) {
    Affine first = kind == OutputScaling.ROBUST_LOG ? aboutMedian(told) : zScore(told);
    Affine second = zScore(warp(kind, first.apply(told)));
    return new BatchedScaling(kind, lowEnd, first, second);
  }

  /** From the objective's units to the model's, (B, M). */
  public Tensor toModel(Tensor values) {
    Tensor told = lowEnd == null ? values : lowEnd.apply(values);
    return second.apply(warp(kind, first.apply(told)));
  }

  /** ln(dz/dy) at values in the objective's units, (B, M). */
  Tensor logDerivative(Tensor values) {
    Tensor told = lowEnd == null ? values : lowEnd.apply(values);
    Tensor bent = logSlope(kind, first.apply(told)).minus(first.spread.log());
    Tensor slope = bent.minus(second.spread.log());
    return lowEnd == null ? slope : slope.plus(lowEnd.logSlope(values));
  }

  private static Tensor logSlope(OutputScaling kind, Tensor u) {
    return switch (kind) {
      case Z_SCORE -> u.times(0);
      case SIGNED_LOG, ROBUST_LOG -> u.abs().log1p().negate();
    };
  }

  private static Tensor warp(OutputScaling kind, Tensor u) {
    return switch (kind) {
      case Z_SCORE -> u;
      case SIGNED_LOG, ROBUST_LOG -> u.sign().times(u.abs().log1p());
    };
  }

  private static Affine zScore(Tensor values) {
    if (values.size(1) == 0) {
      return identity(values);
    }
    Tensor origin = values.minKeeping(1); // (B, 1)
    Tensor range = values.maxKeeping(1).minus(origin);
    Tensor offset = values.minus(origin); // (B, C)
    Tensor mean = offset.meanKeeping(1);
    Tensor deviation = offset.minus(mean).square().meanKeeping(1).sqrt();
    return orOwnSize(new Affine(origin.plus(mean), deviation), range.greaterThan(0), origin);
  }

  private static Affine aboutMedian(Tensor values) {
    if (values.size(1) == 0) {
      return identity(values);
    }
    Tensor sorted = values.sort(1, Order.ASCENDING).first();
    Tensor median = quantile(sorted, 0.5);
    Tensor quartileRange = quantile(sorted, 0.75).minus(quantile(sorted, 0.25));
    Tensor range = sorted.narrow(1, sorted.size(1) - 1, 1).minus(sorted.narrow(1, 0, 1));
    Tensor spread =
        quartileRange.over(NORMAL_QUARTILE_RANGE).where(quartileRange.greaterThan(0), range);
    return orOwnSize(new Affine(median, spread), range.greaterThan(0), median);
  }

  /** Values without any spread are measured in steps of their own size. */
  private static Affine orOwnSize(Affine affine, Tensor spreads, Tensor value) {
    Tensor size = value.abs();
    Tensor positive = size.plus(size.equalTo(0).to(size.type()));
    return new Affine(affine.centre.where(spreads, value), affine.spread.where(spreads, positive));
  }

  private static Affine identity(Tensor values) {
    Tensor zero = Tensor.zeros(values.device(), DType.FLOAT64, values.size(0), 1);
    return new Affine(zero, zero.plus(1));
  }

  private static Tensor quantile(Tensor sorted, double share) {
    double position = share * (sorted.size(1) - 1);
    long below = (long) position;
    long above = Math.min(below + 1, sorted.size(1) - 1);
    Tensor low = sorted.narrow(1, below, 1);
    return low.plus(sorted.narrow(1, above, 1).minus(low).times(position - below));
  }
}
