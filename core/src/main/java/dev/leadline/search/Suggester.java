package dev.leadline.search;

import dev.leadline.acquisition.AcquisitionFunction;
import dev.leadline.acquisition.Scores;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Picks the point of largest acquisition value under the models of a study. Thread-safe; for one
 * study at a time, like its models.
 */
public final class Suggester implements Strategy {

  /* A suggestion comes from the first of these that finds one: the design; one of the best again, at the end of a noisy study;
   * in a stall the surroundings of the best point or the same point with another choice; the whole space; and at the very end
   * a draw, which tries harder than any search. Where all candidates are listed they are all scored, and where there are
   * several goals a stall has no single place to look at. */

  private final Models models;
  private final Search search;
  private final StallPolicy stalls;
  private final Design design;

  /**
   * @param search how the largest acquisition value is found
   * @param stalls what is done when a study stands still
   * @param design the first points, before there is anything to model
   */
  public Suggester(Models models, Search search, StallPolicy stalls, Design design) {
    this.models = models;
    this.search = search;
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
    if (first.size() < design.size(first) || !first.hasValues()) {
      return design.points().suggest(candidates, known, random);
    }
    candidates.requireAny();
    Optional<Suggestion> found =
        known.goals().isEmpty()
            ? ofOneGoal(candidates, known.trials(), random)
            : ofSeveralGoals(candidates, known, random);
    return found.orElseGet(() -> ModelFree.RANDOM.pick(candidates, random));
  }

  private Optional<Suggestion> ofSeveralGoals(
      Candidates candidates, Evidence known, TrialRandom random) {
    Set<Integer> solutions =
        likely(known.trials()).valued().stream()
            .map(FinishedTrial::trial)
            .collect(Collectors.toSet());
    try (GoalImprovement gain =
        new GoalImprovement(models, known, solutions::contains, random.trial())) {
      Search.Run run = everywhere(candidates).start(candidates, gain.leading(), random.ofTrial());
      return best(run, gain).map(best -> Suggestion.of(best.point));
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
    Search reach = everywhere(candidates);
    Optional<Suggestion> outside =
        plateau.isToBeLeft()
            ? look(reach, plateau.outside(candidates), trials, plateau.margin(), random)
            : Optional.empty();
    return outside.or(() -> look(reach, candidates, trials, plateau.margin(), random));
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
                    search,
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
        .flatMap(steps -> look(steps, domain, trials, plateau.margin(), random));
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

  private Search everywhere(Candidates candidates) {
    return candidates.few().<Search>map(ListSearch::new).orElse(search);
  }

  private Optional<Suggestion> look(
      Search reach, Domain domain, LimitedHistory trials, double margin, TrialRandom random) {
    return look(reach, domain, trials, margin, random, UnaryOperator.identity());
  }

  /**
   * The best candidate of a domain, if it allows any. Limits meet on narrow ridges, which draws do
   * not find: with them the search ends uphill.
   *
   * @param margin by how much the best value is to be bettered, in the units of the model
   * @param back from the domain to the candidates of the study
   */
  private Optional<Suggestion> look(
      Search reach,
      Domain domain,
      LimitedHistory trials,
      double margin,
      TrialRandom random,
      UnaryOperator<double[]> back) {
    try (ConstrainedExpectedImprovement improvement =
        new ConstrainedExpectedImprovement(models, trials, margin)) {
      Observations merits = trials.merits();
      RandomGenerator ofTrial = random.ofTrial();
      Search.Run run = reach.start(domain, merits, ofTrial);
      Optional<Best> best =
          trials.limits() == 0
              ? best(run, improvement)
              : Climb.standard()
                  .best(run, domain, merits, improvement, ofTrial)
                  .map(point -> new Best(point, Optional.empty()));
      return best.map(
          found ->
              new Suggestion(
                  back.apply(found.point), improvement.gain(found.point, found.predicted)));
    }
  }

  /** A candidate with what was predicted there, if its scores came with that. */
  private static final class Best {

    final double[] point;
    final Optional<Distribution> predicted;

    Best(double[] point, Optional<Distribution> predicted) {
      this.point = point;
      this.predicted = predicted;
    }
  }

  /** Scores what a search proposes until it is over; its best, if anything was allowed. */
  private static Optional<Best> best(Search.Run run, AcquisitionFunction acquisition) {
    List<double[][]> rounds = new ArrayList<>();
    List<Scores> scored = new ArrayList<>();
    for (double[][] next = run.propose(); next.length > 0; next = run.propose()) {
      Scores scores = acquisition.scores(next);
      run.score(scores.acquisition(), scores.mean());
      rounds.add(next);
      scored.add(scores);
    }
    if (rounds.isEmpty()) {
      return Optional.empty();
    }
    double[] point = run.best();
    for (int round = 0; round < rounds.size(); round++) {
      for (int i = 0; i < rounds.get(round).length; i++) {
        if (Arrays.equals(point, rounds.get(round)[i])) {
          return Optional.of(new Best(point, scored.get(round).distribution(i)));
        }
      }
    }
    throw new IllegalStateException("expected the best of the candidates but got another point");
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
