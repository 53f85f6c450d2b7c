package dev.leadline.suggest;

import dev.leadline.acquisition.LogWeight;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.units.ModelUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What models of the limits believe: the chance that a point keeps all of them. For use by one
 * thread at a time.
 */
public final class Feasibility implements LogWeight, AutoCloseable {

  /* Every limit has a model of its own, and the limits are taken as independent: the logarithms of their chances add up. The
   * logarithm is taken of the distribution itself, not of a rounded chance, so that it leads towards the feasible region from
   * where the chance is 1e-300, too. Where a belief comes with a second opinion the mean of both chances counts. */

  /** The logarithm of the chance from which on limits are believed to be kept. */
  static final double LIKELY = -Math.log(2);

  private static final double LOG_TWO = Math.log(2);

  private final List<Bound> bounds;

  private Feasibility(List<Bound> bounds) {
    this.bounds = bounds;
  }

  /** Nothing is limited. */
  public static Feasibility certain() {
    return new Feasibility(List.of());
  }

  /**
   * What is believed after a history, running trials included.
   *
   * @param models one for each limit
   */
  static Feasibility of(List<Model> models, LimitedHistory history) {
    List<Bound> bounds = new ArrayList<>();
    try {
      for (int limit = 0; limit < history.limits(); limit++) {
        Model model = models.get(limit);
        history
            .ofLimit(limit)
            .map(seen -> Bound.of(model, seen, history.history().pending()))
            .ifPresent(bounds::add);
      }
      return new Feasibility(bounds);
    } catch (RuntimeException e) {
      bounds.forEach(Bound::close);
      throw e;
    }
  }

  @Override
  public double[] of(double[][] points) {
    return sum(points, bound -> bound.posterior.at(points));
  }

  @Override
  public double[] estimate(double[][] points) {
    return sum(
        points,
        bound -> bound.posterior.advice(points).orElseGet(() -> bound.posterior.at(points)));
  }

  @Override
  public void close() {
    bounds.forEach(Bound::close);
  }

  private interface Question {
    Predictive of(Bound bound);
  }

  private double[] sum(double[][] points, Question question) {
    double[] sum = new double[points.length];
    for (Bound bound : bounds) {
      Predictive predictive = question.of(bound);
      ToDoubleFunction<Distribution> chance = belief -> logChance(belief, bound.bound);
      IntStream.range(0, sum.length)
          .parallel()
          .forEach(i -> sum[i] += chance.applyAsDouble(predictive.get(i)));
    }
    return sum;
  }

  private static double logChance(Distribution belief, double bound) {
    double own = belief.logCdf(bound);
    Distribution advice = belief.advice();
    if (advice == belief) {
      return own;
    }
    double other = advice.logCdf(bound);
    double larger = Math.max(own, other);
    return larger == Double.NEGATIVE_INFINITY
        ? larger
        : larger + Math.log(Math.exp(own - larger) + Math.exp(other - larger)) - LOG_TWO;
  }

  /**
   * What is believed of one limit.
   *
   * @param bound in the units of its model
   */
  private record Bound(Posterior posterior, double bound) {

    static Bound of(Model model, Observations seen, List<double[]> pending) {
      ModelUnits.View view = model.units().of(seen);
      Observations known = view.observations().awaiting(pending.toArray(double[][]::new));
      return new Bound(model.surrogate().condition(known), view.scaling().toModel(0));
    }

    void close() {
      posterior.close();
    }
  }
}
