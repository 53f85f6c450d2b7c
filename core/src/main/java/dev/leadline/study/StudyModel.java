package dev.leadline.study;

import dev.leadline.scaling.ModelUnits;
import dev.leadline.search.Feasibility;
import dev.leadline.search.History;
import dev.leadline.search.Incumbent;
import dev.leadline.search.LimitedHistory;
import dev.leadline.search.Model;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggester;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the model of a study believes after the trials so far. Used by one thread at a time; what it
 * said stays valid after it was closed.
 */
public final class StudyModel implements AutoCloseable {

  /* Predictions come from finished trials alone, and so do the chance and the gain: all three are of one distribution, and to be
  bettered is the best value so far. The attraction is the search's own: it sees running trials, too, and has to better what the
  model expects of them and of the best trial. */

  /**
   * So many coordinates are looked at together: 2 MB, and models make ten times as many of them.
   */
  private static final int MOST_TOGETHER = 1 << 18;

  private final Space space;
  private final Direction direction;
  private final Model model;
  private final ModelUnits.View view;
  private final Posterior posterior;
  private final Posterior withPending;
  private final Feasibility feasibility;
  private final double best; // these two in the units of the model
  private final double incumbent;

  /**
   * @param history with at least one value
   * @param solved those of its trials that are solutions; where none is, all are to be bettered
   * @param feasibility what is believed of the limits; closed with this
   */
  StudyModel(
      Space space,
      Direction direction,
      Model model,
      History history,
      History solved,
      Feasibility feasibility) {
    this.space = space;
    this.feasibility = feasibility;
    this.direction = direction;
    this.model = model;
    this.view = model.units().of(history.observations());
    this.posterior = model.surrogate().condition(view.observations());
    try {
      Observations known = view.observations().awaiting(history.pending().toArray(double[][]::new));
      this.withPending =
          history.pending().isEmpty() ? posterior : model.surrogate().condition(known);
      History solutions = solved.hasValues() ? solved : history;
      this.best = best(solutions);
      this.incumbent = lowest(known, solutions.observations());
    } catch (RuntimeException e) {
      posterior.close();
      feasibility.close();
      throw e;
    }
  }

  /**
   * What the model of a strategy believes after some trials, empty if none of them has a value.
   * Where the strategy has no model, the one that needs no weights answers. Close it before the
   * strategy.
   *
   * @throws IllegalArgumentException if a trial is not of the space
   */
  public static Optional<StudyModel> of(
      Space space,
      Direction direction,
      List<Limit> limits,
      NoiseKind noise,
      Strategy strategy,
      List<Trial> trials) {
    Ledger ledger = new Ledger(space, direction);
    trials.forEach(ledger::add);
    History history = ledger.history(noise, OptionalInt.empty(), true);
    return of(
        space,
        direction,
        new Objectives(limits, Optional.empty(), ledger),
        strategy,
        history,
        ledger);
  }

  /** The same of a study's own trials. */
  static Optional<StudyModel> of(
      Space space,
      Direction direction,
      Objectives objectives,
      Strategy strategy,
      History history,
      Ledger ledger) {
    if (!history.hasValues()) {
      return Optional.empty();
    }
    Set<Integer> solutions =
        ledger.records().stream()
            .filter(
                trial -> trial.state() == TrialState.COMPLETED && objectives.areReachedBy(trial))
            .map(Trial::number)
            .collect(Collectors.toSet());
    Suggester suggester = Strategies.suggester(strategy, space);
    LimitedHistory limited = objectives.limited(history);
    return Optional.of(
        new StudyModel(
            space,
            direction,
            suggester.model(),
            limited.history(),
            history.only(i -> solutions.contains(history.finished().get(i).trial())),
            suggester.feasibility(limited)));
  }

  public Space space() {
    return space;
  }

  /**
   * The value that the next trial is to better: the best one so far, where values do not repeat the
   * best that is expected of a trial.
   */
  public double incumbent() {
    return user(best);
  }

  /** What is believed of some configurations of the space, in their order. */
  public List<Prediction> at(List<Configuration> configurations) {
    return portions(configurations).flatMap(part -> predictions(points(part))).toList();
  }

  private Stream<Prediction> predictions(double[][] points) {
    Predictive expected = posterior.at(points);
    Predictive seen = withPending == posterior ? expected : withPending.at(points);
    double[] logChance = feasibility.of(points);
    return IntStream.range(0, points.length)
        .parallel()
        .mapToObj(i -> prediction(expected.get(i), seen.get(i), logChance[i]))
        .toList()
        .stream();
  }

  /**
   * By how much a configuration is expected to better the {@linkplain #incumbent best value}, in
   * the user's units, without the lowest hundredth of the prediction: 0 where the chance is less.
   */
  public double expectedImprovement(Configuration configuration) {
    double[][] points = points(List.of(configuration));
    return view.scaling().expectedImprovement(posterior.at(points).get(0), best)
        * Math.exp(feasibility.of(points)[0]);
  }

  /**
   * The medians at some configurations if only some trials were known, small ones good, none of
   * them beyond the values that were seen: a model may expect anything where no trial was.
   *
   * @param known by the place of a trial among those with a value
   */
  public double[] medians(List<Configuration> configurations, IntPredicate known) {
    Observations all = view.observations();
    int[] places = IntStream.range(0, all.size()).filter(known).toArray();
    DoubleSummaryStatistics seen = Arrays.stream(all.values()).summaryStatistics();
    try (Posterior some = model.surrogate().condition(all.at(places))) {
      return portions(configurations)
          .flatMapToDouble(part -> Arrays.stream(some.at(points(part)).medians()))
          .map(median -> Math.max(seen.getMin(), Math.min(seen.getMax(), median)))
          .map(view.scaling()::fromModel)
          .toArray();
    }
  }

  @Override
  public void close() {
    if (withPending != posterior) {
      withPending.close();
    }
    posterior.close();
    feasibility.close();
  }

  private Prediction prediction(Distribution expected, Distribution seen, double logChance) {
    double first = user(expected.quantile(0.1));
    double last = user(expected.quantile(0.9));
    return new Prediction(
        user(expected.quantile(0.5)),
        Math.min(first, last),
        Math.max(first, last),
        expected.cdf(best) * Math.exp(logChance),
        model.acquisition().of(seen, incumbent) + logChance);
  }

  private double user(double scaled) {
    return direction.minimised(view.scaling().fromModel(scaled));
  }

  private Stream<List<Configuration>> portions(List<Configuration> configurations) {
    int all = configurations.size();
    int most = Math.max(1, MOST_TOGETHER / Math.max(1, space.dimensions()));
    return IntStream.iterate(0, i -> i < all, i -> i + most)
        .mapToObj(i -> configurations.subList(i, Math.min(all, i + most)));
  }

  private double[][] points(List<Configuration> configurations) {
    return configurations.stream().map(space::conform).map(space::encode).toArray(double[][]::new);
  }

  private double best(History solved) {
    return solved.noise() == NoiseKind.NONE
        ? view.scaling().toModel(lowest(solved.observations().values()))
        : lowest(posterior.at(Incumbent.promising(solved.observations())).means());
  }

  private double lowest(Observations known, Observations solved) {
    double[] values = withPending.at(Incumbent.promising(solved)).means();
    double[][] awaited = known.awaited();
    double[] expected = awaited.length == 0 ? values : withPending.at(awaited).medians();
    return Math.min(lowest(values), lowest(expected));
  }

  private static double lowest(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }
}
