package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.suggest.Step;
import dev.leadline.surrogate.Buckets;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The acquisition values of bar distributions, on the device.
 *
 * <p>The same quantity as {@link dev.leadline.surrogate.BarDistribution} gives one by one. Holds
 * its tensors until closed. Not thread-safe.
 */
final class BarImprovement implements AutoCloseable {

  private static final double HALF_NORMAL_MEAN = Math.sqrt(2 / Math.PI);

  private final Tensor lower; // (K − 2) of the inner buckets
  private final Tensor width; // (K − 2)
  private final Tensor centre; // (K)
  private final double lowerBorder;
  private final double upperBorder;
  private final double lowerScale;
  private final double upperScale;

  BarImprovement(Buckets buckets, Device device) {
    double[] borders = buckets.borders();
    int k = buckets.count();
    lowerBorder = buckets.lowerTailBorder();
    upperBorder = buckets.upperTailBorder();
    lowerScale = buckets.lowerTailScale();
    upperScale = buckets.upperTailScale();
    double[] centres = IntStream.range(0, k).mapToDouble(buckets::centre).toArray();
    double[] widths = IntStream.range(1, k - 1).mapToDouble(buckets::width).toArray();
    lower = Tensor.of(Arrays.copyOfRange(borders, 1, k - 1), device, k - 2).keep();
    width = Tensor.of(widths, device, k - 2).keep();
    centre = Tensor.of(centres, device, k).keep();
  }

  /**
   * The log expected improvement in units of z.
   *
   * @param logMass (…, K) in double precision, normalised
   * @param incumbent (…, 1), broadcastable to it
   * @return (…)
   */
  Tensor log(Tensor logMass, Tensor incumbent) {
    return logMass.plus(logOfUnitMass(incumbent)).logSumExpKeeping(-1).squeeze(-1);
  }

  /** The acquisition value in units of z; arguments and result as {@link #log(Tensor, Tensor)}. */
  Tensor log(Acquisition acquisition, Tensor logMass, Tensor incumbent) {
    return switch (acquisition) {
      case EXPECTED_IMPROVEMENT -> log(logMass, incumbent);
      case TRIMMED_IMPROVEMENT -> trimmed(logMass, incumbent);
      case POOLED_IMPROVEMENT ->
          throw new IllegalArgumentException("expected an acquisition of one belief alone");
    };
  }

  private Tensor trimmed(Tensor logMass, Tensor incumbent) {
    Tensor whole = log(logMass, incumbent); // (…)
    Tensor quantile = quantile(logMass, Acquisition.TRIMMED); // (…, 1)
    Tensor above = incumbent.minus(quantile).squeeze(-1); // (…)
    Tensor left =
        whole
            .exp()
            .minus(log(logMass, quantile).exp())
            .minus(above.relu().times(Acquisition.TRIMMED)); // (…)
    Tensor least = whole.minus(Acquisition.OUT_OF_REACH);
    Tensor logLeft = left.clampMin(1e-300).log();
    return logLeft.where(above.greaterThan(0).and(logLeft.greaterThan(least)), least);
  }

  /** The value below which a small share of the mass lies, (…, 1): not in the upper tail. */
  private Tensor quantile(Tensor logMass, double share) {
    Tensor mass = logMass.exp();
    Tensor before = mass.cumulativeSum(-1).minus(mass); // (…, K), the mass below each bucket
    long inner = width.size(0);
    Tensor missing = before.negate().plus(share).narrow(-1, 1, inner); // (…, K − 2)
    Tensor part = missing.over(mass.narrow(-1, 1, inner).clampMin(1e-300)).clamp(0, 1);
    Tensor inside = part.times(width).sumKeeping(-1).plus(lowerBorder); // (…, 1)
    Tensor tail = mass.narrow(-1, 0, 1); // (…, 1)
    Tensor deep = tail.reciprocal().times(share).negate().plus(1).clamp(0, 1); // 1 − t/m
    Tensor hanging = deep.erfInverse().times(-lowerScale * Math.sqrt(2)).plus(lowerBorder);
    return hanging.where(tail.greaterThan(share), inside);
  }

  /** The mean or the median in units of z, (…). */
  Tensor of(Step.Summary summary, Tensor logMass) {
    return switch (summary) {
      case MEAN -> mean(logMass);
      case MEDIAN -> median(logMass).squeeze(-1);
    };
  }

  /** The value below which half of the mass lies, (…, 1). */
  private Tensor median(Tensor logMass) {
    Tensor last = logMass.narrow(-1, logMass.size(-1) - 1, 1).exp(); // (…, 1)
    Tensor deep = last.reciprocal().times(0.5).negate().plus(1).clamp(0, 1); // 1 − ½/m
    Tensor above = deep.erfInverse().times(upperScale * Math.sqrt(2)).plus(upperBorder);
    return above.where(last.greaterThan(0.5), quantile(logMass, 0.5));
  }

  /** The mean in units of z, (…). */
  Tensor mean(Tensor logMass) {
    return logMass.exp().matmul(centre);
  }

  /** The log improvement that a unit of mass in each bucket brings, (…, K). */
  private Tensor logOfUnitMass(Tensor incumbent) {
    Tensor below = incumbent.minus(lowerBorder).over(lowerScale); // (…, 1)
    Tensor hanging = NormalImprovement.log(below).plus(Math.log(2 * lowerScale));
    Tensor passed =
        incumbent.minus(lowerBorder - lowerScale * HALF_NORMAL_MEAN).clampMin(1e-300).log();
    Tensor first = hanging.where(below.lessThan(0), passed);

    Tensor inside = incumbent.minus(lower).relu(); // (…, K − 2)
    Tensor partial = inside.square().over(width.times(2));
    Tensor whole = inside.minus(width.times(0.5));
    Tensor inner = whole.where(inside.greaterThan(width), partial).log();

    Tensor above = incumbent.minus(upperBorder).relu().over(upperScale); // (…, 1)
    Tensor losing =
        NormalImprovement.logDensity(above)
            .exp()
            .minus(above.times(NormalImprovement.cdf(above.negate())));
    Tensor last =
        above.minus(HALF_NORMAL_MEAN).plus(losing.times(2)).relu().times(upperScale).log();
    return Tensor.cat(-1, first, inner, last);
  }

  @Override
  public void close() {
    lower.free();
    width.free();
    centre.free();
  }
}
