package dev.leadline.study;

import dev.leadline.committee.Relatives;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.search.Candidates;
import dev.leadline.search.History;
import dev.leadline.search.LimitedHistory;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.SearchSpace;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggester;
import dev.leadline.search.Suggestion;
import dev.leadline.search.TrialRandom;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The strategy of a study, which one thread at a time asks about its ledger. Thread-safe. */
final class LockedStrategy {

  /* The lock is fair: who asked first is advised first. */

  private final Space space;
  private final Direction direction;
  private final long seed;
  private final NoiseKind noise;
  private final OptionalInt budget;
  private final boolean failedCount;
  private final Ledger ledger;
  private final Objectives objectives;
  private final SearchSpace searchSpace;
  private final Strategy strategy;
  private final ReentrantLock asking = new ReentrantLock(true);
  private volatile boolean closed;

  LockedStrategy(StudyBuilder builder, Ledger ledger, Objectives objectives) {
    this.space = builder.space;
    this.direction = builder.direction;
    this.seed = builder.seed;
    this.noise = builder.noise;
    this.budget = builder.budget;
    this.failedCount = builder.failedCount;
    this.ledger = ledger;
    this.objectives = objectives;
    this.searchSpace = new SearchSpace(space);
    this.strategy = builder.strategyOrDefault(); // last: nothing fails once the weights are loaded
  }

  /** Does something while nobody else is advised. */
  <T> T alone(Supplier<T> work) {
    asking.lock();
    try {
      return work.get();
    } finally {
      asking.unlock();
    }
  }

  /** What to try next; see {@link Study#suggest(int, BooleanSupplier)}. */
  List<Trial> suggest(int count, BooleanSupplier goesOn) {
    return alone(
        () -> {
          requireOpen();
          Ledger.State known = ledger.state(noise, budget, failedCount);
          Candidates candidates = searchSpace.candidates(known.history());
          List<Trial> trials = new ArrayList<>();
          trials.add(suggest(known, candidates));
          try {
            while (trials.size() < count && goesOn.getAsBoolean()) {
              Trial last = trials.get(trials.size() - 1);
              double[] point = space.encode(last.configuration());
              known = known.evaluating(point);
              candidates = searchSpace.candidates(candidates, point, known.history());
              trials.add(suggest(known, candidates));
            }
          } catch (SpaceExhaustedException e) {
            // Those before are there.
          }
          return trials;
        });
  }

  private Trial suggest(Ledger.State known, Candidates candidates) {
    Suggestion suggestion =
        strategy.suggest(
            candidates, objectives.evidence(known.history()), TrialRandom.of(seed, known.next()));
    double[] point = candidates.snap(suggestion.point());
    if (!candidates.allows(point)) {
      throw new IllegalStateException(
          "expected one of the candidates but the strategy suggested %s, which is taken or infeasible"
              .formatted(space.decode(point)));
    }
    return Trial.suggested(
        known.next(), space.decode(point), suggestion.expectedImprovement(), known.running());
  }

  /** The evaluated configuration that the model holds for the best, if a trial has a value. */
  Optional<Recommendation> recommend() {
    requireOpen();
    History history = history().withoutPending();
    return history.hasValues() ? alone(() -> recommend(history)) : Optional.empty();
  }

  private Optional<Recommendation> recommend(History history) {
    requireOpen();
    Suggester suggester = Strategies.suggester(strategy, space);
    LimitedHistory limited = objectives.limited(history);
    History solutions = suggester.likely(limited);
    if (!solutions.hasValues()) {
      return Optional.empty();
    }
    Expectation best = Expectation.best(suggester.model(), limited.history(), solutions);
    Configuration configuration = ledger.record(best.trial()).configuration();
    return Optional.of(Recommendation.of(best, configuration, direction));
  }

  /** What the model believes, if a trial has a value. */
  Optional<StudyModel> model() {
    return alone(
        () -> {
          requireOpen();
          return StudyModel.of(space, direction, objectives, strategy, history(), ledger);
        });
  }

  /** How alike each earlier study is to this one; empty before a trial has a value. */
  double[] likeness() {
    return alone(
        () -> {
          requireOpen();
          History history = objectives.limited(history()).history();
          if (!history.hasValues()) {
            return new double[0];
          }
          ModelUnits units = Strategies.suggester(strategy, space).model().units();
          return new Relatives(history.related(), units.scaling(), units.inputs())
              .likeness(units.of(history.observations()).observations());
        });
  }

  private History history() {
    return ledger.history(noise, budget, failedCount);
  }

  /** A sentence that says which other strategy stands in for the one chosen, if one does. */
  Optional<String> substitution() {
    return strategy.substitution(space.dimensions());
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "expected an open study but this one was closed; close it after the last ask, or build"
              + " another with its trials as records");
    }
  }

  /** Releases what the strategy holds; whether it was open until now. */
  boolean close() {
    return alone( // a suggestion that is being computed ends first
        () -> {
          boolean wasOpen = !closed;
          if (wasOpen) {
            closed = true;
            strategy.close();
          }
          return wasOpen;
        });
  }
}
