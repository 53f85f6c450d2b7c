package dev.leadline.study;

import dev.leadline.early.EarlyRule;
import dev.leadline.early.EarlyStop;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A search for the best configuration of a space: ask for a trial, evaluate it, tell its value.
 *
 * <p>Thread-safe. Trials may be asked for and told from any number of threads in any order. What is
 * suggested is a function of the seed, the trial's number and the record at the time of the ask;
 * the order in which results came in does not matter.
 */
public final class Study implements AskTell {

  /* Asks wait for each other, so that each sees the ones before it as pending. Results go into the
  ledger at once, without waiting for a suggestion that is being computed. */

  /** So many trials of all earlier studies together enter the model. */
  static final int MOST_EARLIER = 300;

  private final Space space;
  private final Direction direction;
  private final NoiseKind noise;
  private final Optional<Goals> goals;
  private final List<String> required; // what goes with every value
  private final Ledger ledger;
  private final List<RelatedStudy.Match> related;
  private final Objectives objectives;
  private final Optional<EarlyRule> early;
  private final LockedStrategy strategy;
  private final Deque<Configuration> queue = new ArrayDeque<>(); // used alone with the strategy

  Study(StudyBuilder builder) {
    this.space = builder.space;
    this.direction = builder.direction;
    this.noise = builder.noise;
    this.ledger = new Ledger(space, direction);
    this.goals = builder.goals;
    this.required =
        Stream.concat(
                goals.stream().flatMap(all -> all.further().stream()),
                builder.limits.stream().map(Limit::metric))
            .distinct()
            .toList();
    this.related = matched(builder);
    this.objectives = new Objectives(builder.limits, goals, ledger, earlier());
    this.early = builder.early.map(EarlyStop::create);
    builder.records.forEach(ledger::add);
    this.strategy = new LockedStrategy(builder, ledger, objectives);
  }

  private static List<RelatedStudy.Match> matched(StudyBuilder builder) {
    return builder.related.stream()
        .map(
            study -> {
              if (!study.trials().isEmpty() && study.trials().equals(builder.records)) {
                throw new IllegalArgumentException(
                    "expected an earlier study but '%s' has the trials of this one; leave it out"
                        .formatted(study.name()));
              }
              return study.match(builder.space, builder.wanted());
            })
        .toList();
  }

  /** The trials of each earlier study that enter, in this one's space. */
  private List<Ledger> earlier() {
    int most = MOST_EARLIER / Math.max(1, related.size());
    return related.stream()
        .map(
            match -> {
              Ledger earlier = new Ledger(space, direction);
              match.study().telling(most).forEach(earlier::add);
              return earlier;
            })
        .toList();
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

  /** The earlier studies that this one learns from, as it sees them. */
  public List<RelatedStudy.Match> related() {
    return related;
  }

  /**
   * What this study has learnt of earlier ones: how alike each is to it.
   *
   * @throws IllegalStateException if the study was closed
   */
  public List<Relative> relatives() {
    if (related.isEmpty()) {
      return List.of();
    }
    double[] likeness = strategy.likeness();
    return IntStream.range(0, related.size())
        .mapToObj(
            i -> {
              RelatedStudy study = related.get(i).study();
              return new Relative(
                  study.name(),
                  related.get(i).sentence(),
                  study.telling(MOST_EARLIER / related.size()).size(),
                  likeness.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(likeness[i]));
            })
        .toList();
  }

  /** Whether values repeat. */
  public NoiseKind noise() {
    return noise;
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
    return strategy.alone(
        () -> {
          strategy.requireOpen();
          Trial trial = queue.isEmpty() ? suggest() : Trial.running(ledger.next(), queue.remove());
          ledger.add(trial);
          return trial;
        });
  }

  /**
   * What the strategy suggests now, without handing it out: for those who put a trial somewhere
   * safe first and {@link #record} it then.
   *
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   * @throws IllegalStateException if the study was closed
   */
  public Trial suggest() {
    return suggest(1, () -> true).get(0);
  }

  /**
   * What the strategy suggests now for several, each as if those before it were running; fewer if
   * the space is used up on the way. See {@link #suggest()}.
   *
   * @param goesOn asked before all but the first
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   */
  public List<Trial> suggest(int count, BooleanSupplier goesOn) {
    return strategy.suggest(count, goesOn);
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
    while (trials.size() < count) {
      try {
        trials.add(ask());
      } catch (SpaceExhaustedException e) {
        break;
      }
    }
    return List.copyOf(trials);
  }

  /**
   * Takes the value of a running trial and what else was measured; NaN or an infinite number makes
   * it a failed one.
   *
   * @throws IllegalArgumentException if there is no such trial, or something with a limit or a goal
   *     was not measured
   * @throws IllegalStateException if the trial has its result already
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

  /**
   * Adds a value that was measured outside the study with what else was measured there; NaN or an
   * infinite number adds a failure.
   *
   * @return the number of the new trial
   * @throws IllegalArgumentException if the configuration is not of the space
   */
  @Override
  public int observe(Configuration configuration, double value, Measurements further) {
    requireMeasured(value, further);
    Configuration conforming = space.require(configuration);
    return strategy.alone(
        () -> {
          int number = ledger.next();
          ledger.add(Trial.running(number, conforming).told(value, further));
          return number;
        });
  }

  /**
   * Lets one of the next asks hand out this configuration, before anything is suggested.
   *
   * @throws IllegalArgumentException if the configuration is not of the space
   */
  public void enqueue(Configuration configuration) {
    Configuration conforming = space.require(configuration);
    strategy.alone(() -> queue.add(conforming));
  }

  /**
   * Takes what is known of a trial elsewhere, in place of what the study knew of it.
   *
   * @throws IllegalArgumentException if the configuration is not of the space
   */
  public void record(Trial trial) {
    ledger.put(trial);
  }

  /** Drops a trial, if there is one of this number; the number is not given to another. */
  public void forget(int trial) {
    ledger.forget(trial);
  }

  /** Whether a trial of this study has a value and keeps its limits. */
  public boolean isSolution(Trial trial) {
    return trial.state() == TrialState.COMPLETED && objectives.areReachedBy(trial);
  }

  /**
   * The trial with the best value of those that keep the limits, the earliest of equals.
   *
   * @throws IllegalStateException if the study has several goals: then {@link Front#of(Study)}
   */
  @Override
  public Optional<Trial> best() {
    requireOneGoal();
    return ledger.records().stream()
        .filter(this::isSolution)
        .min(Comparator.comparingDouble(trial -> direction.minimised(trial.value())));
  }

  /**
   * The evaluated configuration that the model holds for the best, with an interval that holds 80 %
   * of its model; in a study without noise the best one, whose value is known.
   */
  @Override
  public Optional<Recommendation> recommend() {
    requireOneGoal();
    strategy.requireOpen();
    return noise == NoiseKind.NONE ? best().map(Recommendation::certain) : strategy.recommend();
  }

  /**
   * What the model believes after the trials so far, empty if none has a value yet. Where the
   * strategy has no model, the one that needs no weights answers. Close it before the study.
   *
   * @throws IllegalStateException if the study was closed
   */
  public Optional<StudyModel> model() {
    return strategy.model();
  }

  /**
   * What the model believes of a configuration, empty if no trial has a value yet. Where many are
   * asked for, {@link #model} answers all at once.
   *
   * @throws IllegalArgumentException if the configuration is not of the space
   */
  public Optional<Prediction> predict(Configuration configuration) {
    Configuration conforming = space.require(configuration);
    Optional<StudyModel> model = model();
    if (model.isEmpty()) {
      return Optional.empty();
    }
    try (StudyModel open = model.get()) {
      return Optional.of(open.at(List.of(conforming)).get(0));
    }
  }

  /** A sentence that says which other strategy stands in for the one chosen, if one does. */
  public Optional<String> substitution() {
    return strategy.substitution();
  }

  /** All trials by number, as they stand now. */
  @Override
  public List<Trial> trials() {
    return ledger.records();
  }

  /**
   * Releases what the strategy holds; the study cannot be asked any more, its trials can be read.
   */
  @Override
  public void close() {
    if (strategy.close()) {
      early.ifPresent(EarlyRule::close);
    }
  }

  /** A failure measures nothing; with a value goes all that is required. */
  private void requireMeasured(double value, Measurements further) {
    if (Trial.unusable(value, further).isEmpty()) {
      further.require(required);
    }
  }

  private void requireOneGoal() {
    if (goals.isPresent()) {
      throw new IllegalStateException(
          "expected one goal but this study has several (%s), and no trial is the best in all of them; ask for its front"
              .formatted(goals.get().words()));
    }
  }
}
