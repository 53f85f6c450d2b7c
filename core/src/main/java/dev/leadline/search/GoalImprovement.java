package dev.leadline.search;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.acquisition.ExpectedHypervolumeImprovement;
import dev.leadline.acquisition.Scores;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The volume by which a point is expected to enlarge the front of several goals, times the chance
 * that it keeps all limits.
 */
final class GoalImprovement implements AcquisitionFunction {

  private final List<Posterior> posteriors = new ArrayList<>();
  private final Feasibility limits;
  private final Acquisition acquisition;
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
    this.acquisition = used.get(0).acquisition();
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

  /* Where predictions are pooled with a second opinion that costs next to nothing, only the shortlist by the second opinion is
   * judged by both. */
  @Override
  public Scores scores(double[][] candidates) {
    Optional<List<Predictive>> cheap =
        acquisition == Acquisition.POOLED_IMPROVEMENT ? cheap(candidates) : Optional.empty();
    double[] logChance = limits.of(candidates);
    if (cheap.isEmpty()) {
      return scored(predicted(candidates), this::whole, logChance);
    }
    Scores outlined = scored(cheap.get(), this::least, logChance);
    double[] values = outlined.acquisition();
    double[] means = outlined.mean();
    int[] places = Scores.shortlist(values);
    double[][] listed = Arrays.stream(places).mapToObj(i -> candidates[i]).toArray(double[][]::new);
    Scores both = scored(predicted(listed), this::whole, limits.of(listed));
    for (int i = 0; i < places.length; i++) {
      values[places[i]] = both.acquisition()[i];
      means[places[i]] = both.mean()[i];
    }
    return Scores.of(values, means);
  }

  private double whole(List<Distribution> predicted) {
    return gain.map(found -> found.log(predicted, acquisition)).orElse(0.0);
  }

  private double least(List<Distribution> cheap) {
    return gain.map(found -> found.leastPooled(cheap)).orElse(0.0);
  }

  private List<Predictive> predicted(double[][] candidates) {
    return posteriors.stream().map(posterior -> posterior.at(candidates)).toList();
  }

  private Optional<List<Predictive>> cheap(double[][] candidates) {
    List<Predictive> found = new ArrayList<>();
    for (Posterior posterior : posteriors) {
      Optional<Predictive> cheap = posterior.base(candidates);
      if (cheap.isEmpty()) {
        return Optional.empty();
      }
      found.add(cheap.get());
    }
    return Optional.of(found);
  }

  /** On all cores; each score depends on its own candidate only. */
  private static Scores scored(
      List<Predictive> goals, ToDoubleFunction<List<Distribution>> gain, double[] logChance) {
    int count = goals.get(0).size();
    double[] values = new double[count];
    double[] means = new double[count];
    IntStream.range(0, count)
        .parallel()
        .forEach(
            i -> {
              List<Distribution> predicted = goals.stream().map(goal -> goal.get(i)).toList();
              values[i] = gain.applyAsDouble(predicted) + logChance[i];
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
