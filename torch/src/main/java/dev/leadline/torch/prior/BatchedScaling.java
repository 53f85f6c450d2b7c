package dev.leadline.torch.prior;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Order;
import dev.leadline.torch.tensor.Tensor;

/**
 * The output scaling of B tasks, each fitted on its own context; the same maps as {@link
 * OutputScaling}, on a device and without waiting for it. Not thread-safe.
 */
public final class BatchedScaling {

  /** 2·Φ⁻¹(3/4): the quartile range of a standard normal distribution. */
  private static final double NORMAL_QUARTILE_RANGE = 1.34898;

  private final OutputScaling kind;
  private final Affine first;
  private final Affine second;

  private BatchedScaling(OutputScaling kind, Affine first, Affine second) {
    this.kind = kind;
    this.first = first;
    this.second = second;
  }

  /** y → (y − centre) / spread, (B, 1) each. */
  private record Affine(Tensor centre, Tensor spread) {
    Tensor apply(Tensor values) {
      return values.minus(centre).over(spread);
    }
  }

  /** Fits the scaling to context values (B, C) in double precision; C may be 0. */
  public static BatchedScaling fit(OutputScaling kind, Tensor values) {
    values.expect("values", -1, -1);
    Affine first = kind == OutputScaling.ROBUST_LOG ? aboutMedian(values) : zScore(values);
    return new BatchedScaling(kind, first, zScore(warp(kind, first.apply(values))));
  }

  /** From the objective's units to the model's, (B, M). */
  public Tensor toModel(Tensor values) {
    return second.apply(warp(kind, first.apply(values)));
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
