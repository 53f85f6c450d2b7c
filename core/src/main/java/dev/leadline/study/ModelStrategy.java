package dev.leadline.study;

import dev.leadline.acquisition.Search;
import dev.leadline.surrogate.Predictive;
import java.util.Optional;

/** Picks the point of largest expected improvement under a model. Immutable and thread-safe. */
public final class ModelStrategy implements Strategy {

  /* The first max(4, min(10, 2·D)) trials come from a design without a model: fewer (but at least
  two) if the budget is small, so that the model decides on three quarters of it. */

  private static final int LEAST = 4;
  private static final int MOST = 10;

  private final Model model;
  private final Search search;
  private final Strategy design;

  /**
   * @param search how the largest expected improvement is found
   * @param design what picks the first points, before there is anything to model
   */
  public ModelStrategy(Model model, Search search, Strategy design) {
    this.model = model;
    this.search = search;
    this.design = design;
  }

  @Override
  public Suggestion suggest(Candidates candidates, History history, Streams streams) {
    if (history.size() < initial(history) || !history.hasValues()) {
      return design.suggest(candidates, history, streams);
    }
    try (Belief belief = model.believe(history)) {
      double[] point = best(belief, candidates, streams);
      return Suggestion.of(point, belief.expectedImprovement(point));
    }
  }

  @Override
  public Optional<Model> model() {
    return Optional.of(model);
  }

  private static int initial(History history) {
    int usual = Math.max(LEAST, Math.min(MOST, 2 * history.dimensions()));
    int affordable = Math.max(2, history.budget().orElse(Integer.MAX_VALUE) / 4);
    return Math.min(usual, affordable);
  }

  private double[] best(Belief belief, Candidates candidates, Streams streams) {
    Optional<double[][]> few = candidates.few();
    if (few.isPresent()) {
      return best(belief, few.get()).orElseGet(() -> candidates.draw(streams.ofTrial()));
    }
    return search(belief, candidates, streams);
  }

  /** The point of largest log expected improvement, ties by lower mean; empty without points. */
  private static Optional<double[]> best(Belief belief, double[][] points) {
    Predictive predictive = belief.posterior().at(points);
    int best = -1;
    double highest = Double.NEGATIVE_INFINITY;
    double lowest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < points.length; i++) {
      double gain = predictive.get(i).logExpectedImprovement(belief.incumbent());
      double mean = predictive.get(i).mean();
      if (best < 0 || gain > highest || (gain == highest && mean < lowest)) {
        best = i;
        highest = gain;
        lowest = mean;
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(points[best]);
  }

  private double[] search(Belief belief, Candidates candidates, Streams streams) {
    Search.Run run = search.start(candidates, belief.observations(), streams.ofTrial());
    boolean found = false;
    for (double[][] points = run.propose(); points.length > 0; points = run.propose()) {
      Predictive predictive = belief.posterior().at(points);
      double[] gain = new double[points.length];
      double[] mean = new double[points.length];
      for (int i = 0; i < points.length; i++) {
        gain[i] = predictive.get(i).logExpectedImprovement(belief.incumbent());
        mean[i] = predictive.get(i).mean();
      }
      run.score(gain, mean);
      found = true;
    }
    return found ? run.best() : candidates.draw(streams.ofTrial());
  }
}
