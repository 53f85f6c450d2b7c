package dev.leadline.search;

import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.acquisition.ExpectedHypervolumeImprovement;
import dev.leadline.acquisition.Scores;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The volume by which a point is expected to enlarge the front of several goals, times the chance
 * that it keeps all limits.
 */
final class GoalImprovement implements AcquisitionFunction {

  private final List<Posterior> posteriors = new ArrayList<>();
  private final Feasibility limits;
  private final Optional<ExpectedHypervolumeImprovement>
      gain; // empty while there is no front: the chance counts
  private final Observations leading;
  private final List<double[]> earlier;

  /**
   * Conditions a model per goal on what is known.
   *
   * @param solutions which trials, by number, keep all limits
   * @param trial the number of the trial that is suggested
   */
  GoalImprovement(Models models, Evidence known, IntPredicate solutions, int trial) {
    List<Model> used = models.goals(known.goals().size());
    this.earlier =
        known.goals().stream().flatMap(goal -> Incumbent.earlier(goal).stream()).toList();
    this.limits = Feasibility.of(models.limits(known.trials().limits()), known.trials());
    try {
      double[][] pending = known.first().pending().toArray(double[][]::new);
      List<ModelUnits.View> views = new ArrayList<>();
      for (int k = 0; k < used.size(); k++) {
        ModelUnits.View view = used.get(k).units().of(known.goals().get(k).observations());
        views.add(view);
        posteriors.add(used.get(k).surrogate().condition(view.observations().awaiting(pending)));
      }
      ExpectedFront front = new ExpectedFront(known, solutions, views, posteriors, trial);
      this.gain = front.gain();
      this.leading = front.leading();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** What is known as a search is to see it: the front is the lowest, its newest points first. */
  Observations leading() {
    return leading;
  }

  @Override
  public List<double[]> promising() {
    return earlier;
  }

  /* On all cores; each score depends on its own candidate only. */
  @Override
  public Scores scores(double[][] candidates) {
    List<Predictive> goals = posteriors.stream().map(p -> p.at(candidates)).toList();
    double[] logChance = limits.of(candidates);
    double[] values = new double[candidates.length];
    double[] means = new double[candidates.length];
    IntStream.range(0, candidates.length)
        .parallel()
        .forEach(
            i -> {
              List<Distribution> predicted = goals.stream().map(goal -> goal.get(i)).toList();
              values[i] = gain.map(found -> found.log(predicted)).orElse(0.0) + logChance[i];
              means[i] = predicted.stream().mapToDouble(Distribution::mean).sum();
            });
    return Scores.of(values, means);
  }

  @Override
  public void close() {
    limits.close();
    posteriors.forEach(Posterior::close);
  }
}
