package dev.leadline.search;

import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Picks the point of largest acquisition value under the models of a study. Thread-safe; for one
 * study at a time, like its models.
 */
public final class Suggester implements Strategy {

  /* A suggestion comes from the first of these that finds one: the design; one of the best again, at the end of a noisy study;
   * in a stall the surroundings of the best point or the same point with another choice; the whole space; and at the very end
   * a draw, which tries harder than any search. Where all candidates are listed they are all scored, and where there are
   * several goals a stall has no single place to look at. */

  /** So many first trials are settings of earlier studies. */
  private static final int INHERITED = 1;

  private final Models models;
  private final Maximiser maximiser;
  private final StallPolicy stalls;
  private final Design design;

  /**
   * @param maximiser how the largest acquisition value is found
   * @param stalls what is done when a study stands still
   * @param design the first points, before there is anything to model
   */
  public Suggester(Models models, Maximiser maximiser, StallPolicy stalls, Design design) {
    this.models = models;
    this.maximiser = maximiser;
    this.stalls = stalls;
    this.design = design;
  }

  /** The model of values where nothing is limited. */
  public Model model() {
    return models.plain();
  }

  @Override
  public Optional<Suggester> suggester(int dimensions) {
    return Optional.of(this);
  }

  @Override
  public Suggestion suggest(Candidates candidates, Evidence known, TrialRandom random) {
    History first = known.first();
    boolean isRelated = !first.related().isEmpty();
    if (isRelated && (first.size() < INHERITED || !first.hasValues())) {
      Optional<Suggestion> inherited = inherited(candidates, known);
      if (inherited.isPresent()) {
        return inherited.get();
      }
    }
    if ((!isRelated && first.size() < design.size(first)) || !first.hasValues()) {
      return design.points().suggest(candidates, known, random);
    }
    candidates.requireAny();
    Optional<Suggestion> found =
        known.goals().isEmpty()
            ? ofOneGoal(candidates, known.trials(), random)
            : ofSeveralGoals(candidates, known, random);
    return found.orElseGet(() -> ModelFree.RANDOM.pick(candidates, random));
  }

  /**
   * The first point of a study with earlier ones: of what one of these tried, study by study and
   * goal by goal, the setting of which most is expected here.
   */
  private Optional<Suggestion> inherited(Candidates candidates, Evidence known) {
    int turn = known.first().size();
    int goals = known.goals().size();
    History history = goals == 0 ? known.trials().history() : known.goals().get(turn % goals);
    Model model = goals == 0 ? models.of(known.trials()) : models.goals(goals).get(turn % goals);
    int study = turn % history.related().size();
    int[] solutions = known.trials().related().get(study).feasible();
    Observations tried = history.related().get(study);
    double[][] points =
        Arrays.stream((solutions.length > 0 ? tried.at(solutions) : tried).points())
            .map(candidates::snap)
            .filter(candidates::allows)
            .toArray(double[][]::new);
    Observations seen = model.units().of(history.observations()).observations();
    try (Posterior posterior = model.surrogate().condition(seen)) {
      double[] expected = posterior.at(points).means();
      return IntStream.range(0, points.length)
          .boxed()
          .min(Comparator.comparingDouble(i -> expected[i]))
          .map(i -> Suggestion.of(points[i]));
    }
  }

  private Optional<Suggestion> ofSeveralGoals(
      Candidates candidates, Evidence known, TrialRandom random) {
    Set<Integer> solutions =
        likely(known.trials()).valued().stream()
            .map(FinishedTrial::trial)
            .collect(Collectors.toSet());
    try (GoalImprovement gain =
        new GoalImprovement(models, known, solutions::contains, random.trial())) {
      return maximum(candidates.few(), candidates, gain.leading(), gain, random)
          .map(best -> Suggestion.of(best.point()));
    }
  }

  private Optional<Suggestion> ofOneGoal(
      Candidates candidates, LimitedHistory trials, TrialRandom random) {
    Optional<Suggestion> again =
        trials.history().isFinal() ? again(candidates, trials) : Optional.empty();
    if (again.isPresent()) {
      return again;
    }
    Plateau plateau = plateau(trials);
    if (candidates.few().isEmpty()) {
      Optional<Suggestion> near = inAStall(candidates, trials, plateau, random);
      if (near.isPresent()) {
        return near;
      }
    }
    Optional<double[][]> few = candidates.few();
    Optional<Suggestion> outside =
        plateau.isToBeLeft()
            ? look(few, plateau.outside(candidates), trials, plateau.margin(), random)
            : Optional.empty();
    return outside.or(() -> look(few, candidates, trials, plateau.margin(), random));
  }

  /** One of the best places once more, of those that are likely to keep the limits. */
  private Optional<Suggestion> again(Candidates candidates, LimitedHistory trials) {
    History likely = likely(trials);
    if (!likely.hasValues()) {
      return Optional.empty();
    }
    Model model = models.of(trials);
    ModelUnits.View view = model.units().of(trials.history().observations());
    Finalists finalists = Finalists.of(likely, view.scaling());
    try (Posterior posterior = model.surrogate().condition(view.observations())) {
      return finalists
          .next(posterior.at(finalists.points()).medians(), candidates::allows)
          .map(Suggestion::of);
    }
  }

  /** Near the best point, or that point with another choice, if the study stands still. */
  private Optional<Suggestion> inAStall(
      Candidates candidates, LimitedHistory trials, Plateau plateau, TrialRandom random) {
    Observations progress = progress(trials);
    int designed = design.size(trials.history());
    int pending = trials.history().pending().size();
    Optional<TrustRegion> closeUp =
        plateau.isToBeLeft()
            ? Optional.empty()
            : stalls.closeUp(candidates, progress, designed, pending);
    Optional<Suggestion> near =
        closeUp.flatMap(
            view ->
                look(
                    Optional.empty(),
                    view.of(candidates),
                    trials.in(view),
                    0,
                    random,
                    point -> candidates.snap(view.fromView(point))));
    if (near.isPresent()) {
      return near;
    }
    Domain domain = plateau.isToBeLeft() ? plateau.outside(candidates) : candidates;
    return stalls
        .sidestep(candidates, progress, designed, pending)
        .flatMap(steps -> look(Optional.of(steps), domain, trials, plateau.margin(), random));
  }

  /**
   * The trials by which progress is judged. Where values do not repeat these are what the model
   * expects: the best value may be a lucky one, and what looks like a stall is none.
   */
  private Observations progress(LimitedHistory trials) {
    if (trials.limits() > 0 || trials.history().noise() == NoiseKind.NONE) {
      return trials.merits();
    }
    Observations known = models.plain().units().of(trials.history().observations()).observations();
    try (Posterior posterior = models.plain().surrogate().condition(known)) {
      return known.withValues(posterior.at(known.points()).means());
    }
  }

  /** Nothing is known of plateaus where limits count, too. */
  private static Plateau plateau(LimitedHistory trials) {
    return trials.given() == 0 ? Plateau.of(trials.merits()) : Plateau.none();
  }

  private Optional<Suggestion> look(
      Optional<double[][]> listed,
      Domain domain,
      LimitedHistory trials,
      double margin,
      TrialRandom random) {
    return look(listed, domain, trials, margin, random, UnaryOperator.identity());
  }

  /**
   * The best candidate of a domain, if it allows any.
   *
   * @param listed the only candidates, if they are few
   * @param margin by how much the best value is to be bettered, in the units of the model
   * @param back from the domain to the candidates of the study
   */
  private Optional<Suggestion> look(
      Optional<double[][]> listed,
      Domain domain,
      LimitedHistory trials,
      double margin,
      TrialRandom random,
      UnaryOperator<double[]> back) {
    try (ConstrainedExpectedImprovement improvement =
        new ConstrainedExpectedImprovement(models, trials, margin)) {
      return maximum(listed, domain, trials.merits(), improvement, random)
          .map(
              best ->
                  new Suggestion(
                      back.apply(best.point()), improvement.gain(best.point(), best.predicted())));
    }
  }

  private Optional<Maximiser.Best> maximum(
      Optional<double[][]> listed,
      Domain domain,
      Observations known,
      AcquisitionFunction acquisition,
      TrialRandom random) {
    RandomGenerator ofTrial = random.ofTrial();
    return listed.isPresent()
        ? Maximiser.maximise(listed.get(), domain, known, acquisition, ofTrial)
        : maximiser.maximise(domain, known, acquisition, ofTrial);
  }

  /**
   * The trials with a value that are likely to keep the limits: where values do not repeat, what
   * was measured may be luck. If there are none, those that were seen to keep them.
   */
  public History likely(LimitedHistory trials) {
    LimitedHistory valued = trials.withoutFailures();
    if (valued.limits() == 0) {
      return valued.history();
    }
    double[][] points = valued.history().observations().points();
    try (Feasibility feasibility = feasibility(valued)) {
      double[] logChance = feasibility.of(points);
      History likely = valued.history().only(i -> logChance[i] >= Feasibility.LIKELY);
      return likely.hasValues() ? likely : valued.history().only(valued::isFeasible);
    }
  }

  /** The chance that limits are kept after some trials; close it before the models. */
  public Feasibility feasibility(LimitedHistory trials) {
    return Feasibility.of(models.limits(trials.limits()), trials);
  }
}
