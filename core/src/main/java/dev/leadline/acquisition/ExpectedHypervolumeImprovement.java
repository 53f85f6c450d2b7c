package dev.leadline.acquisition;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.LogSumExp;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The volume by which a point is expected to enlarge what a front reaches, on a logarithmic scale.
 * Immutable and thread-safe.
 */
public final class ExpectedHypervolumeImprovement {

  /* In a box a point gains the product, over the goals, of max(0, u − Y) − max(0, l − Y). The goals are believed to be
   * independent, so its expectation is a product of differences of expected improvements, which every distribution knows.
   * It is exact for any reference. Where the sum is next to nothing it is redone with logarithms. */

  private static final double SAFE = 1e-250;

  private final BoxDecomposition region;
  private final double[][] knots;
  private final double[] unit; // what each goal's sides are divided by, so that volumes stay small

  /**
   * @param region in the units of the models, which have to be straight in the user's, so that
   *     volumes are in proportion
   */
  public ExpectedHypervolumeImprovement(BoxDecomposition region) {
    this.region = region;
    this.knots =
        IntStream.range(0, region.goals()).mapToObj(region::knots).toArray(double[][]::new);
    this.unit = Arrays.stream(knots).mapToDouble(k -> 1 + k[k.length - 1] - k[0]).toArray();
  }

  /**
   * What makes a point attractive; the largest is best.
   *
   * @param predictions one per goal
   */
  public double log(List<Distribution> predictions) {
    double gain = sum(predictions);
    return gain > SAFE ? Math.log(gain) : logSum(predictions);
  }

  private double sum(List<Distribution> predictions) {
    double[][] reached = onKnots(predictions, prediction -> prediction::expectedImprovement);
    double sum = 0;
    for (int box = 0; box < region.size(); box++) {
      double volume = 1;
      for (int k = 0; k < reached.length; k++) {
        int lower = region.lower(box, k);
        double side = reached[k][region.upper(box, k)] - (lower < 0 ? 0 : reached[k][lower]);
        volume *= Math.max(0, side) / unit[k];
      }
      sum += volume;
    }
    return sum;
  }

  private double logSum(List<Distribution> predictions) {
    double[][] reached = onKnots(predictions, prediction -> prediction::logExpectedImprovement);
    LogSumExp sum = new LogSumExp();
    for (int box = 0; box < region.size(); box++) {
      double volume = 0;
      for (int k = 0; k < reached.length; k++) {
        int lower = region.lower(box, k);
        double below = lower < 0 ? Double.NEGATIVE_INFINITY : reached[k][lower];
        volume += logDifference(reached[k][region.upper(box, k)], below) - Math.log(unit[k]);
      }
      sum.add(volume);
    }
    return sum.value();
  }

  private double[][] onKnots(
      List<Distribution> predictions, Function<Distribution, DoubleUnaryOperator> improvement) {
    double[][] found = new double[knots.length][];
    for (int k = 0; k < found.length; k++) {
      found[k] = Arrays.stream(knots[k]).map(improvement.apply(predictions.get(k))).toArray();
    }
    return found;
  }

  /** ln(e^a − e^b), a ≥ b up to rounding. */
  private static double logDifference(double a, double b) {
    return a > b ? a + Math.log(-Math.expm1(b - a)) : Double.NEGATIVE_INFINITY;
  }
}
