package dev.leadline.study;

import dev.leadline.curve.EarlyRule;
import dev.leadline.curve.EarlyStop;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.History;
import dev.leadline.suggest.NoiseKind;
import dev.leadline.suggest.SearchSpace;
import dev.leadline.suggest.Streams;
import dev.leadline.suggest.Suggestion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * A search for the best configuration of a space: ask for a trial, evaluate it, tell its value.
 *
 * <p>Thread-safe. Trials may be asked for and told from any number of threads in any order. What is
 * suggested is a function of the seed, the trial's number and the record at the time of the ask;
 * the order in which results came in does not matter.
 */
public final class Study implements AskTell {

  /* Asks queue on one fair lock, so that each sees the ones before it as pending. Results go into the
  ledger at once, without waiting for a suggestion that is being computed. */

  private final Space space;
  private final Direction direction;
  private final long seed;
  private final Strategy strategy;
  private final NoiseKind noise;
  private final OptionalInt budget;
  private final List<Limit> limits;
  private final Optional<Goals> goals;
  private final Ledger ledger;
  private final Aim aim;
  private final Optional<EarlyRule> early;
  private final SearchSpace ground;
  private final Deque<Configuration> queue = new ArrayDeque<>(); // guarded by asking
  private final ReentrantLock asking = new ReentrantLock(true);
  private volatile boolean closed;

  Study(StudyBuilder builder) {
    this.space = builder.space;
    this.direction = builder.direction;
    this.seed = builder.seed;
    this.noise = builder.noise;
    this.budget = builder.budget;
    this.ledger = new Ledger(space, direction);
    this.ground = new SearchSpace(space);
    this.limits = builder.limits;
    this.goals = builder.goals;
    this.aim = Aim.of(goals, limits, ledger);
    this.early = builder.early.map(EarlyStop::create);
    builder.records.forEach(ledger::add);
    this.strategy = builder.strategyOrDefault(); // last: nothing fails once the weights are loaded
  }

  public static StudyBuilder builder(Space space) {
    return new StudyBuilder(space);
  }

  public Space space() {
    return space;
  }

  public Direction direction() {
    return direction;
  }

  /** The goals, if there are several. */
  Optional<Goals> goals() {
    return goals;
  }

  /**
   * Hands out the next trial, which is running until it is told or failed: what was enqueued first,
   * else what the strategy suggests.
   *
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   * @throws IllegalStateException if the study was closed
   */
  @Override
  public Trial ask() {
    asking.lock();
    try {
      Trial trial = queue.isEmpty() ? suggest() : start(queue.remove());
      ledger.add(TrialRecord.running(trial.number(), trial.configuration()));
      return trial;
    } finally {
      asking.unlock();
    }
  }

  /**
   * What the strategy suggests now, without handing it out: for those who put a trial somewhere
   * safe first and {@link #record} it then.
   *
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   * @throws IllegalStateException if the study was closed
   */
  public Trial suggest() {
    asking.lock();
    try {
      requireOpen();
      int number = ledger.next();
      History history = ledger.history(noise, budget);
      Candidates candidates = ground.candidates(history);
      Suggestion suggestion = aim.suggest(strategy, candidates, history, Streams.of(seed, number));
      double[] point = candidates.snap(suggestion.point());
      if (!candidates.allows(point)) {
        throw new IllegalStateException(
            "expected one of the candidates but the strategy suggested %s, which is taken or infeasible"
                .formatted(space.decode(point)));
      }
      return new Trial(number, space.decode(point), suggestion.expectedImprovement());
    } finally {
      asking.unlock();
    }
  }

  /**
   * Hands out several trials to be run at the same time; fewer if the space is used up on the way.
   *
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   */
  public List<Trial> ask(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("expected to be asked for 1 trial or more, not " + count);
    }
    List<Trial> trials = new ArrayList<>();
    trials.add(ask());
    try {
      while (trials.size() < count) {
        trials.add(ask());
      }
    } catch (SpaceExhaustedException e) {
      return List.copyOf(trials);
    }
    return List.copyOf(trials);
  }

  /**
   * Takes the value of a running trial; NaN or an infinite value makes it a failed one.
   *
   * @throws IllegalArgumentException if there is no such trial
   * @throws IllegalStateException if the trial has its result already
   */
  @Override
  public void tell(int trial, double value) {
    tell(trial, value, Measurements.none());
  }

  /** Takes the value of a running trial; see {@link #tell(int, double)}. */
  @Override
  public void tell(Trial trial, double value) {
    tell(trial.number(), value);
  }

  /**
   * Takes the value of a running trial and what else was measured; see {@link #tell(int, double)}.
   */
  @Override
  public void tell(int trial, double value, Measurements further) {
    requireMeasured(value, further);
    ledger.tell(trial, value, further);
  }

  /**
   * Takes the value of a running trial after one of its steps, and says whether it should go on. If
   * not it is stopped: the study counts on the value that is to be expected of it. Its user may
   * know better and tell its value nevertheless.
   *
   * @param step from 1, later than the one before
   * @return true if it goes on
   * @throws IllegalArgumentException if there is no such trial, the step is not later or the value
   *     not finite
   * @throws IllegalStateException if the trial has its result already
   */
  @Override
  public boolean report(int trial, int step, double value) {
    ledger.report(trial, step, value);
    Optional<EarlyRule.End> end = end(trial);
    end.ifPresent(found -> ledger.stop(trial, found.expected(), found.reason()));
    return end.isEmpty() && ledger.record(trial).state() == TrialState.RUNNING;
  }

  /**
   * Why a running trial that has reported should be stopped now, if it should, without stopping it:
   * for those who put that somewhere safe first and {@link #record} it then.
   */
  public Optional<EarlyRule.End> end(int trial) {
    if (early.isEmpty() || ledger.record(trial).state() != TrialState.RUNNING) {
      return Optional.empty();
    }
    return early
        .get()
        .end(ledger.field(trial))
        .map(end -> new EarlyRule.End(direction.minimised(end.expected()), end.reason()));
  }

  /**
   * Marks a running trial as failed, which makes its neighbourhood less attractive.
   *
   * @throws IllegalArgumentException if there is no such trial
   * @throws IllegalStateException if the trial has its result already
   */
  @Override
  public void fail(int trial, String reason) {
    ledger.fail(trial, reason);
  }

  /** Marks a running trial as failed; see {@link #fail(int, String)}. */
  @Override
  public void fail(Trial trial, String reason) {
    fail(trial.number(), reason);
  }

  /**
   * Adds a value that was measured outside the study; NaN or an infinite value adds a failure.
   *
   * @return the number of the new trial
   * @throws IllegalArgumentException if the configuration is not of the space
   */
  @Override
  public int observe(Configuration configuration, double value) {
    return observe(configuration, value, Measurements.none());
  }

  /**
   * Adds a value and what else was measured; see {@link #observe(Configuration, double)}.
   *
   * @return the number of the new trial
   */
  @Override
  public int observe(Configuration configuration, double value, Measurements further) {
    requireMeasured(value, further);
    Configuration conforming = space.require(configuration);
    asking.lock();
    try {
      int number = ledger.next();
      ledger.add(TrialRecord.running(number, conforming).told(value, further));
      return number;
    } finally {
      asking.unlock();
    }
  }

  /**
   * Lets one of the next asks hand out this configuration, before anything is suggested.
   *
   * @throws IllegalArgumentException if the configuration is not of the space
   */
  public void enqueue(Configuration configuration) {
    Configuration conforming = space.require(configuration);
    asking.lock();
    try {
      queue.add(conforming);
    } finally {
      asking.unlock();
    }
  }

  /**
   * Takes what is known of a trial elsewhere, in place of what the study knew of it.
   *
   * @throws IllegalArgumentException if the configuration is not of the space
   */
  public void record(TrialRecord trial) {
    ledger.put(trial);
  }

  /** Drops a trial, if there is one of this number; the number is not given to another. */
  public void forget(int trial) {
    ledger.forget(trial);
  }

  /** Whether a trial of this study has a value and keeps its limits. */
  public boolean isSolution(TrialRecord trial) {
    return trial.state() == TrialState.COMPLETED && aim.isReachedBy(trial);
  }

  /**
   * The trial with the best value of those that keep the limits, the earliest of equals.
   *
   * @throws IllegalStateException if the study has several goals: then {@link Front#of(Study)}
   */
  @Override
  public Optional<TrialRecord> best() {
    requireOneGoal();
    return ledger.records().stream()
        .filter(this::isSolution)
        .min(Comparator.comparingDouble(trial -> direction.minimised(trial.value())));
  }

  /**
   * The evaluated configuration that the model holds for the best, with an interval that holds 80 %
   * of its belief; in a study without noise the best one, whose value is known.
   */
  @Override
  public Optional<Recommendation> recommend() {
    requireOneGoal();
    requireOpen();
    if (noise == NoiseKind.NONE) {
      return best().map(Recommendation::certain);
    }
    History history = ledger.history(noise, budget).withoutPending();
    if (!history.hasValues()) {
      return Optional.empty();
    }
    asking.lock();
    try {
      requireOpen();
      History solutions = aim.solutions(strategy, history);
      if (!solutions.hasValues()) {
        return Optional.empty();
      }
      Expectation best = Expectation.best(Strategies.model(strategy, space), history, solutions);
      Configuration configuration = ledger.record(best.trial()).configuration();
      return Optional.of(Recommendation.of(best, configuration, direction));
    } finally {
      asking.unlock();
    }
  }

  /**
   * What the model believes after the trials so far, empty if none has a value yet. Where the
   * strategy has no model, the one that needs no weights answers. Close it before the study.
   *
   * @throws IllegalStateException if the study was closed
   */
  public Optional<Belief> belief() {
    asking.lock();
    try {
      requireOpen();
      return Belief.of(space, direction, aim, strategy, ledger.history(noise, budget), ledger);
    } finally {
      asking.unlock();
    }
  }

  /** A sentence that says which other strategy stands in for the one chosen, if one does. */
  public Optional<String> substitution() {
    return strategy.substitution(space.dimensions());
  }

  /** All trials by number, as they stand now. */
  @Override
  public List<TrialRecord> trials() {
    return ledger.records();
  }

  /**
   * Releases what the strategy holds; the study cannot be asked any more, its trials can be read.
   */
  @Override
  public void close() {
    asking.lock(); // a suggestion that is being computed ends first
    try {
      if (!closed) {
        closed = true;
        strategy.close();
        early.ifPresent(EarlyRule::close);
      }
    } finally {
      asking.unlock();
    }
  }

  private Trial start(Configuration configuration) {
    requireOpen();
    return new Trial(ledger.next(), configuration, OptionalDouble.empty());
  }

  /** A failure measures nothing; with a value goes all that has a limit. */
  private void requireMeasured(double value, Measurements further) {
    if (TrialRecord.unusable(value, further).isEmpty()) {
      further.require(
          Stream.concat(
                  goals.stream().flatMap(all -> all.further().stream()),
                  limits.stream().map(Limit::metric))
              .distinct()
              .toList());
    }
  }

  private void requireOneGoal() {
    if (goals.isPresent()) {
      throw new IllegalStateException(
          "expected one goal but this study has several (%s), and no trial is the best in all of them; ask for its front"
              .formatted(goals.get().words()));
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "expected an open study but this one was closed; close it after the last ask, or build"
              + " another with its trials as records");
    }
  }
}
