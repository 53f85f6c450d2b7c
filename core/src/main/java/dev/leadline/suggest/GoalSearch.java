package dev.leadline.suggest;

import dev.leadline.acquisition.ListSearch;
import dev.leadline.acquisition.LogWeight;
import dev.leadline.acquisition.Scores;
import dev.leadline.acquisition.Search;
import dev.leadline.goals.GoalScores;
import dev.leadline.surrogate.Posterior;
import dev.leadline.units.ModelUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * Picks the point of which several goals together are expected to gain most: the volume that the
 * front reaches is to grow. Thread-safe; for one study at a time, like its models.
 */
public final class GoalSearch {

  private final ModelRule rule;
  private final Supplier<Model> another;
  private final List<Model> models = new ArrayList<>();

  /**
   * @param rule how points are picked for one goal: the same first points, the same search
   * @param another makes a model of a goal
   */
  public GoalSearch(ModelRule rule, Supplier<Model> another) {
    this.rule = rule;
    this.another = another;
  }

  /**
   * What a suggestion rests on.
   *
   * @param goals one history per goal with the same trials
   * @param solutions which trials, by number, keep all limits
   * @param chance that a point keeps all limits
   * @param reference what a point has to better in every goal to count, small values being good;
   *     inferred from the trials if empty
   */
  public record Known(
      List<History> goals, IntPredicate solutions, LogWeight chance, Optional<double[]> reference) {

    public Known {
      goals = List.copyOf(goals);
    }
  }

  /** The next point. */
  public Suggestion suggest(Candidates candidates, Known known, Streams streams) {
    History first = known.goals.get(0);
    if (!rule.hasDesign(first)) {
      return rule.design().points().pick(candidates, streams);
    }
    candidates.requireAny();
    List<Model> used = models(known.goals.size());
    List<ModelUnits.View> views = new ArrayList<>();
    List<Posterior> posteriors = new ArrayList<>();
    try {
      double[][] pending = first.pending().toArray(double[][]::new);
      for (int k = 0; k < used.size(); k++) {
        views.add(used.get(k).units().of(known.goals.get(k).observations()));
        posteriors.add(
            used.get(k).surrogate().condition(views.get(k).observations().awaiting(pending)));
      }
      ExpectedFront front = new ExpectedFront(known, views, posteriors, streams.trial());
      GoalScores scores =
          new GoalScores(posteriors, front.gain(), used.get(0).acquisition(), known.chance);
      Search reach = candidates.few().<Search>map(ListSearch::new).orElse(rule.search());
      return best(reach.start(candidates, front.leading(), streams.ofTrial()), scores)
          .orElseGet(() -> ModelFree.RANDOM.pick(candidates, streams));
    } finally {
      posteriors.forEach(Posterior::close);
    }
  }

  private static Optional<Suggestion> best(Search.Run run, GoalScores scores) {
    boolean isEmpty = true;
    for (double[][] next = run.propose(); next.length > 0; next = run.propose()) {
      Scores found = scores.of(next);
      run.score(found.acquisition(), found.mean());
      isEmpty = false;
    }
    return isEmpty ? Optional.empty() : Optional.of(Suggestion.of(run.best()));
  }

  /** The same model for the same goal, because it keeps what makes its next answers faster. */
  private synchronized List<Model> models(int count) {
    while (models.size() < count) {
      models.add(another.get());
    }
    return List.copyOf(models.subList(0, count));
  }
}
