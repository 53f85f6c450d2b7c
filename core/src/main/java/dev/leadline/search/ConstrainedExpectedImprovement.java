package dev.leadline.search;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.acquisition.Scores;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Expected improvement times the chance that all limits are kept; plain expected improvement where
 * there are none.
 */
final class ConstrainedExpectedImprovement implements AcquisitionFunction {

  /* To be bettered is the lowest value that the model expects where a trial kept all limits: the lowest value seen may be luck,
   * or a spike that nothing around it explains. What is expected of running trials (the median) that are likely to keep them
   * is to be bettered, too: nothing is left to gain where one already runs. While nothing keeps the limits, candidates count
   * by the chance alone: it leads to where all are kept, or to where least is known. */

  private final Posterior values;
  private final Feasibility limits;
  private final ModelUnits.View view;
  private final Acquisition acquisition;
  private final OptionalDouble incumbent;
  private final double margin;
  private final List<double[]> earlier;

  /**
   * Conditions the models on what is known.
   *
   * @param margin by how much the incumbent is to be bettered, in the units of the model
   */
  ConstrainedExpectedImprovement(Models models, LimitedHistory known, double margin) {
    Model model = models.of(known);
    this.view = model.units().of(known.history().observations());
    this.acquisition = model.acquisition();
    this.margin = margin;
    this.earlier = Incumbent.earlier(known.history());
    double[][] pending = known.history().pending().toArray(double[][]::new);
    this.values = model.surrogate().condition(view.observations().awaiting(pending));
    try {
      this.limits = Feasibility.of(models.limits(known.limits()), known);
      this.incumbent = lowestExpected(known.feasible(), pending);
    } catch (RuntimeException e) {
      values.close();
      throw e;
    }
  }

  @Override
  public Scores scores(double[][] candidates) {
    double[] logChance = limits.of(candidates);
    return incumbent.isPresent()
        ? Scores.weighted(
            values, candidates, incumbent.getAsDouble() - margin, acquisition, logChance)
        : Scores.ofWeights(values, candidates, logChance);
  }

  @Override
  public List<double[]> promising() {
    return earlier;
  }

  /* Limits meet on narrow ridges. */
  @Override
  public boolean hasNarrowRidges() {
    return limits.count() > 0;
  }

  /**
   * By how much a point is expected to better the best value, in the user's units; nothing can be
   * said of that before limits are kept.
   *
   * @param predicted at the point, if that is known already
   */
  OptionalDouble gain(double[] point, Optional<Distribution> predicted) {
    double[][] one = {point};
    return incumbent.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            view.scaling()
                    .expectedImprovement(
                        predicted.orElseGet(() -> values.at(one).get(0)), incumbent.getAsDouble())
                * Math.exp(limits.of(one)[0]));
  }

  private OptionalDouble lowestExpected(int[] feasible, double[][] pending) {
    Observations known = view.observations();
    double[] seen =
        feasible.length == 0
            ? new double[0]
            : values.at(Incumbent.promising(known.at(feasible))).means();
    double[] running = pending.length == 0 ? new double[0] : likely(pending);
    return DoubleStream.concat(Arrays.stream(seen), Arrays.stream(running)).min();
  }

  private double[] likely(double[][] pending) {
    double[] logChance = limits.of(pending);
    double[] expected = values.at(pending).medians();
    return IntStream.range(0, pending.length)
        .filter(i -> logChance[i] >= Feasibility.LIKELY)
        .mapToDouble(i -> expected[i])
        .toArray();
  }

  @Override
  public void close() {
    limits.close();
    values.close();
  }
}
