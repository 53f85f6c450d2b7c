package dev.leadline.goals;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.LogSumExp;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The volume by which a point is expected to enlarge what a front reaches, on a logarithmic scale.
 * Immutable and thread-safe.
 */
public final class ExpectedGain {

  /* In a box a point gains the product, over the goals, of max(0, u − Y) − max(0, l − Y). The goals are believed to be
   * independent, so its expectation is a product of differences of expected improvements, which every distribution knows.
   * Exact but for the straight pieces of the grids. Where the sum is next to nothing it is redone with logarithms. */

  private static final double SAFE = 1e-250;

  private final FreeRegion region;
  private final List<GoalGrid> grids;

  /**
   * @param region in the units of the models
   * @param outside for each goal, from the model's units to those in which volumes are measured
   */
  public ExpectedGain(FreeRegion region, List<DoubleUnaryOperator> outside) {
    this.region = region;
    this.grids =
        IntStream.range(0, region.goals())
            .mapToObj(k -> new GoalGrid(region.knots(k), outside.get(k)))
            .toList();
  }

  /**
   * What makes a point attractive; the largest is best.
   *
   * @param beliefs one per goal
   * @param acquisition how much of them counts
   */
  public double log(List<Distribution> beliefs, Acquisition acquisition) {
    return switch (acquisition) {
      case EXPECTED_IMPROVEMENT -> whole(beliefs);
      case TRIMMED_IMPROVEMENT -> trimmed(beliefs);
      case POOLED_IMPROVEMENT -> Acquisition.pooled(trimmed(beliefs), whole(advice(beliefs)));
    };
  }

  /** What {@link #log} is at least where opinions are pooled, given the second ones. */
  double leastPooled(List<Distribution> advice) {
    return whole(advice) - Math.log(2);
  }

  private static List<Distribution> advice(List<Distribution> beliefs) {
    return beliefs.stream().map(Distribution::advice).toList();
  }

  private double whole(List<Distribution> beliefs) {
    double gain = sum(beliefs, belief -> belief::expectedImprovement);
    return gain > SAFE ? Math.log(gain) : logSum(beliefs);
  }

  private double trimmed(List<Distribution> beliefs) {
    double left = sum(beliefs, Acquisition::trimmed);
    double whole = whole(beliefs);
    return left > Math.exp(whole - Acquisition.OUT_OF_REACH)
        ? Math.log(left)
        : whole - Acquisition.OUT_OF_REACH;
  }

  private double sum(
      List<Distribution> beliefs, Function<Distribution, DoubleUnaryOperator> improvement) {
    double[][] reached = new double[grids.size()][];
    for (int k = 0; k < reached.length; k++) {
      DoubleUnaryOperator on = improvement.apply(beliefs.get(k));
      reached[k] = grids.get(k).onKnots(grids.get(k).map(on));
    }
    double sum = 0;
    for (int box = 0; box < region.size(); box++) {
      double volume = 1;
      for (int k = 0; k < reached.length; k++) {
        int lower = region.lower(box, k);
        volume *= reached[k][region.upper(box, k)] - (lower < 0 ? 0 : reached[k][lower]);
      }
      sum += volume;
    }
    return sum;
  }

  private double logSum(List<Distribution> beliefs) {
    double[][] between = new double[grids.size()][];
    for (int k = 0; k < between.length; k++) {
      DoubleUnaryOperator on = beliefs.get(k)::logExpectedImprovement;
      between[k] = grids.get(k).logBetweenKnots(grids.get(k).map(on));
    }
    LogSumExp sum = new LogSumExp();
    for (int box = 0; box < region.size(); box++) {
      double volume = 0;
      for (int k = 0; k < between.length; k++) {
        LogSumExp side = new LogSumExp();
        for (int knot = region.lower(box, k) + 1; knot <= region.upper(box, k); knot++) {
          side.add(between[k][knot]);
        }
        volume += side.value();
      }
      sum.add(volume);
    }
    return sum.value();
  }
}
