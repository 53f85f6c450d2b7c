package dev.leadline.search;

import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What models of the limits believe: the chance that a point keeps all of them. For use by one
 * thread at a time.
 */
public final class Feasibility implements AutoCloseable {

  /* Every limit has a model of its own, and the limits are taken as independent: the logarithms of their chances add up. The
   * logarithm is taken of the distribution itself, not of a rounded chance, so that it leads towards the feasible region from
   * where the chance is 1e-300, too. */

  /** The logarithm of the chance from which on limits are believed to be kept. */
  static final double LIKELY = -Math.log(2);

  private final int count;
  private final List<Bound> bounds; // of limits of which something was measured

  private Feasibility(int count, List<Bound> bounds) {
    this.count = count;
    this.bounds = bounds;
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
      return new Feasibility(history.limits(), bounds);
    } catch (RuntimeException e) {
      bounds.forEach(Bound::close);
      throw e;
    }
  }

  /** The number of limits; not to fail is one where a trial failed. */
  int count() {
    return count;
  }

  /** The logarithm of the chance at each of some points. */
  public double[] of(double[][] points) {
    double[] sum = new double[points.length];
    for (Bound bound : bounds) {
      Predictive predictive = bound.posterior.at(points);
      IntStream.range(0, sum.length)
          .parallel()
          .forEach(i -> sum[i] += predictive.get(i).logCdf(bound.bound));
    }
    return sum;
  }

  @Override
  public void close() {
    bounds.forEach(Bound::close);
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
