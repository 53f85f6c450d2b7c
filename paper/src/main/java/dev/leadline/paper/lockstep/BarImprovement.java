package dev.leadline.paper.lockstep;

import dev.leadline.surrogate.Buckets;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The log expected improvement of bar distributions, on the device.
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
