package dev.leadline.suggest;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.Judge;
import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.units.ModelUnits;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What is believed of values and limits together after a history, running trials included. For use
 * by one thread.
 */
final class LimitedBelief implements Judge, AutoCloseable {

  /* What is to be bettered is the lowest value expected where a trial kept all limits. A running trial that is believed to keep
   * them counts, too: so the next suggestion does not go where one already runs. */

  private final Posterior values;
  private final Feasibility limits;
  private final ModelUnits.View view;
  private final Acquisition acquisition;
  private final OptionalDouble hurdle;
  private final double margin;

  private LimitedBelief(
      Posterior values,
      Feasibility limits,
      ModelUnits.View view,
      Acquisition acquisition,
      LimitedHistory history,
      double margin) {
    this.values = values;
    this.limits = limits;
    this.view = view;
    this.acquisition = acquisition;
    this.hurdle = lowestExpected(history);
    this.margin = margin;
  }

  /**
   * What is believed after a history.
   *
   * @param margin by how much what is to be bettered has to be bettered, in the units of the model
   */
  static LimitedBelief of(LimitedRule limited, LimitedHistory history, double margin) {
    Model model = limited.model(history);
    ModelUnits.View view = model.units().of(history.history().observations());
    double[][] pending = history.history().pending().toArray(double[][]::new);
    Posterior values = model.surrogate().condition(view.observations().awaiting(pending));
    try {
      return new LimitedBelief(
          values, limited.feasibility(history), view, model.acquisition(), history, margin);
    } catch (RuntimeException e) {
      values.close();
      throw e;
    }
  }

  @Override
  public double[] outline(double[][] candidates) {
    double[] weights = limits.of(candidates);
    return hurdle.isPresent()
        ? Scores.outline(values, candidates, hurdle.getAsDouble() - margin, weights)
        : weights;
  }

  @Override
  public Scores scores(double[][] candidates) {
    double[] weights = limits.of(candidates);
    return hurdle.isPresent()
        ? Scores.weighted(values, candidates, hurdle.getAsDouble() - margin, acquisition, weights)
        : Scores.ofWeights(values, candidates, weights);
  }

  /**
   * A point with what it is expected to gain: nothing can be said of that before limits are kept.
   */
  Suggestion suggestion(double[] point, UnaryOperator<double[]> back) {
    double[] found = back.apply(point);
    if (hurdle.isEmpty()) {
      return Suggestion.of(found);
    }
    double[][] one = {point};
    double gain =
        view.scaling()
            .expectedImprovement(values.at(one).get(0), hurdle.getAsDouble(), Acquisition.TRIMMED);
    return Suggestion.of(found, gain * Math.exp(limits.of(one)[0]));
  }

  Finalists finalists(History among) {
    return Finalists.of(among, view.scaling());
  }

  double[] medians(double[][] points) {
    return Model.summarise(Step.Summary.MEDIAN, values.at(points));
  }

  @Override
  public void close() {
    limits.close();
    values.close();
  }

  private OptionalDouble lowestExpected(LimitedHistory history) {
    Observations known = view.observations();
    int[] feasible = history.feasible();
    double[][] pending = history.history().pending().toArray(double[][]::new);
    return DoubleStream.concat(
            feasible.length == 0
                ? DoubleStream.empty()
                : Arrays.stream(
                    Model.summarise(
                        Step.Summary.MEAN, values.at(Hurdle.promising(known.at(feasible))))),
            pending.length == 0 ? DoubleStream.empty() : likely(pending))
        .min();
  }

  private DoubleStream likely(double[][] pending) {
    double[] chance = limits.of(pending);
    double[] expected = medians(pending);
    return IntStream.range(0, pending.length)
        .filter(i -> chance[i] >= Feasibility.LIKELY)
        .mapToDouble(i -> expected[i]);
  }
}
