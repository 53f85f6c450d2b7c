package dev.leadline.suggest;

import dev.leadline.acquisition.ListSearch;
import dev.leadline.acquisition.Scores;
import dev.leadline.acquisition.Search;
import dev.leadline.goals.ExpectedGain;
import dev.leadline.goals.FreeRegion;
import dev.leadline.goals.GoalScores;
import dev.leadline.goals.ParetoFront;
import dev.leadline.goals.ReferencePoint;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.units.ModelUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Picks the point of which several goals together are expected to gain most: the volume that the
 * front reaches is to grow. Thread-safe; for one study at a time, like its models.
 */
public final class GoalSearch {

  /* The front is that of the values the models expect where something was tried: values may be luck. What is expected of
   * pending trials (the median) belongs to it, too, so that nothing is left to gain there. A reference that is inferred from
   * the front found so far would keep the search inside it; so every other suggestion looks as far as the worst values seen. */

  private final List<Model> models;
  private final Search search;
  private final Design design;
  private final Optional<double[]> reference;

  /**
   * @param models one per goal, none of them shared
   * @param search how the largest gain is found
   * @param design the first points, before there is anything to model
   * @param reference what a point has to better in every goal to count, small values being good;
   *     inferred from what is known if empty
   */
  public GoalSearch(
      List<Model> models, Search search, Design design, Optional<double[]> reference) {
    this.models = List.copyOf(models);
    this.search = search;
    this.design = design;
    this.reference = reference.map(double[]::clone);
  }

  /**
   * The next point.
   *
   * @param goals what is known, one history per goal with the same trials
   */
  public Suggestion suggest(Candidates candidates, List<History> goals, Streams streams) {
    History first = goals.get(0);
    if (first.size() < design.size(first) || !first.hasValues()) {
      return design.points().pick(candidates, streams);
    }
    candidates.requireAny();
    List<Posterior> posteriors = new ArrayList<>();
    try {
      List<ModelUnits.View> views = new ArrayList<>();
      for (int k = 0; k < models.size(); k++) {
        views.add(models.get(k).units().of(goals.get(k).observations()));
        Observations known =
            views.get(k).observations().awaiting(first.pending().toArray(double[][]::new));
        posteriors.add(models.get(k).surrogate().condition(known));
      }
      return search(candidates, first, views, posteriors, streams);
    } finally {
      posteriors.forEach(Posterior::close);
    }
  }

  private Suggestion search(
      Candidates candidates,
      History first,
      List<ModelUnits.View> views,
      List<Posterior> posteriors,
      Streams streams) {
    double[][] points = views.get(0).observations().points();
    double[][] expected = rows(posteriors, points, Step.Summary.MEAN);
    double[][] awaited = first.pending().toArray(double[][]::new);
    double[][] all =
        awaited.length == 0
            ? expected
            : Stream.of(expected, rows(posteriors, awaited, Step.Summary.MEDIAN))
                .flatMap(Arrays::stream)
                .toArray(double[][]::new);
    List<DoubleUnaryOperator> outside = new ArrayList<>();
    views.forEach(view -> outside.add(view.scaling()::fromModel));
    ExpectedGain gain =
        new ExpectedGain(
            FreeRegion.of(all, beyond(expected, views, outside, streams.trial())), outside);
    GoalScores scores = new GoalScores(posteriors, gain, models.get(0).acquisition());
    Search reach = candidates.few().<Search>map(ListSearch::new).orElse(search);
    Search.Run run = reach.start(candidates, frontFirst(views.get(0), expected), streams.ofTrial());
    return best(run, scores).orElseGet(() -> ModelFree.RANDOM.pick(candidates, streams));
  }

  private static Optional<Suggestion> best(Search.Run run, GoalScores scores) {
    double[][] asked = run.propose();
    if (asked.length == 0) {
      return Optional.empty();
    }
    while (asked.length > 0) {
      Scores found = scores.of(asked);
      run.score(found.acquisition(), found.mean());
      asked = run.propose();
    }
    return Optional.of(Suggestion.of(run.best()));
  }

  /** The reference in the units of the models. */
  private double[] beyond(
      double[][] expected,
      List<ModelUnits.View> views,
      List<DoubleUnaryOperator> outside,
      int trial) {
    double[] wanted = reference.orElseGet(() -> inferred(expected, outside, trial));
    return IntStream.range(0, wanted.length)
        .mapToDouble(k -> views.get(k).scaling().toModel(wanted[k]))
        .toArray();
  }

  private static double[] inferred(
      double[][] expected, List<DoubleUnaryOperator> outside, int trial) {
    double[][] seen =
        Arrays.stream(expected).map(row -> mapped(row, outside)).toArray(double[][]::new);
    return trial % 2 == 0 ? ReferencePoint.widest(seen) : ReferencePoint.inferred(seen);
  }

  private static double[] mapped(double[] row, List<DoubleUnaryOperator> outside) {
    return IntStream.range(0, row.length)
        .mapToDouble(k -> outside.get(k).applyAsDouble(row[k]))
        .toArray();
  }

  /**
   * What is known as a search is to see it: points of the front are the lowest, the newest first.
   */
  private static Observations frontFirst(ModelUnits.View view, double[][] expected) {
    double[] order = new double[expected.length];
    Arrays.fill(order, 1);
    for (int place : ParetoFront.of(expected)) {
      order[place] = -place;
    }
    return view.observations().withValues(order);
  }

  /** One number per goal for each of some points. */
  private static double[][] rows(
      List<Posterior> posteriors, double[][] points, Step.Summary summary) {
    List<double[]> columns =
        posteriors.stream()
            .map(posterior -> Model.summarise(summary, posterior.at(points)))
            .toList();
    return IntStream.range(0, points.length)
        .mapToObj(i -> columns.stream().mapToDouble(column -> column[i]).toArray())
        .toArray(double[][]::new);
  }
}
