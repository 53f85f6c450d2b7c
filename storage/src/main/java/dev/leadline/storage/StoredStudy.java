package dev.leadline.storage;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Belief;
import dev.leadline.study.Outlook;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Standing;
import dev.leadline.study.StopRule;
import dev.leadline.study.Strategies;
import dev.leadline.study.Strategy;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialRecord;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A study that is kept: every step is durable before it is answered, and a study that was stopped
 * or killed goes on where it was. Thread-safe.
 */
public final class StoredStudy implements SharedStudy {

  /* The store is the truth, the study in memory its mirror: it learns only what the store answered.
  So nothing can be answered that is not kept, and a step that the store refuses has not happened. */

  private final Problem problem;
  private final StudyStore store;
  private final Study study;
  private final Clock clock;
  private final ReentrantLock asking = new ReentrantLock(true);
  private final Object recording = new Object(); // taken after asking, never the other way round
  private final SortedMap<Integer, StoredState> states = new TreeMap<>(); // guarded by recording
  private final Map<Integer, Duration> ran = new HashMap<>(); // guarded by recording
  private final Instant opened;
  private long stoppedAfter = -1; // guarded by asking
  private long change = -1; // guarded by recording
  private Optional<Budget> budget = Optional.empty(); // guarded by recording

  private StoredStudy(Problem problem, StudyStore store, Study study, Clock clock) {
    this.problem = problem;
    this.store = store;
    this.study = study;
    this.clock = clock;
    this.opened = clock.instant();
  }

  /**
   * Opens the study in a file, or creates it.
   *
   * @throws StorageException if the file cannot be used
   */
  public static StoredStudy open(Path file, StudySetup setup) {
    Session session = Session.usual();
    StudyStore store = new StudyFile(file).open(setup.header(), session);
    try {
      return open(store, setup, Strategies.named(setup.strategy()), session.clock());
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** Begins a study that is gone with this process. */
  public static StoredStudy inMemory(StudySetup setup) {
    Clock clock = Clock.systemUTC();
    StudyStore store = new MemoryStudies(clock).open("study", setup.header());
    return open(store, setup, Strategies.named(setup.strategy()), clock);
  }

  /**
   * Continues the study of a store, which is closed with it.
   *
   * @param setup as the store was opened with
   * @param strategy what the setup names; it is closed with the study
   */
  public static StoredStudy open(
      StudyStore store, StudySetup setup, Strategy strategy, Clock clock) {
    Problem problem = setup.problem();
    StudyBuilder builder =
        Study.builder(problem.space())
            .direction(problem.direction())
            .seed(setup.seed())
            .noise(setup.noise())
            .strategy(strategy);
    setup.budget().ifPresent(budget -> builder.budget(budget.trials()));
    StoredStudy stored = new StoredStudy(problem, store, builder.build(), clock);
    try {
      stored.refresh().trials().forEach(stored::leaveBehind);
      if (!setup.start().isEmpty()) {
        store.inTurn(
            () -> {
              setup.start().forEach(stored::begin);
              return true;
            });
      }
      return stored;
    } catch (RuntimeException e) {
      stored.close();
      throw e;
    }
  }

  public Space space() {
    return problem.space();
  }

  public Problem problem() {
    return problem;
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public String token() {
    return store.token();
  }

  @Override
  public void onLost(Consumer<Set<Integer>> listener) {
    store.onLost(listener);
  }

  @Override
  public void learn() {
    refresh();
  }

  /** How many trials there may be, as far as is known. */
  public Optional<Budget> budget() {
    synchronized (recording) {
      return budget;
    }
  }

  /** Where it is kept. */
  public StudyStore store() {
    return store;
  }

  /**
   * Hands out a trial to be evaluated by this process: one that waits to be tried again, else a new
   * one.
   *
   * @throws SpaceExhaustedException if no configuration is left to try or none can be found
   * @throws BudgetSpentException if the study has a budget and it is used up
   * @throws EnoughException if one of the rules by which it stops holds
   * @throws NotOpenException if the study is paused or has ended
   */
  @Override
  public Trial ask() {
    return ask(store.self());
  }

  /**
   * Hands out a trial to be evaluated by somebody else, who gives signs of life by {@link
   * StudyStore#renew}; see {@link #ask()}.
   */
  public Trial ask(Claimant who) {
    asking.lock();
    try {
      while (true) {
        Optional<Trial> trial = claimQueued(who);
        if (trial.isEmpty()) {
          trial = store.inTurn(() -> suggest(who));
        }
        if (trial.isPresent()) {
          return trial.get();
        }
      }
    } finally {
      asking.unlock();
    }
  }

  /**
   * Takes the value of a trial; NaN or an infinite value makes it a failed one.
   *
   * @throws RefusedException if there is no such trial or it has its result already
   */
  @Override
  public void tell(int trial, double value) {
    Instant now = clock.instant();
    if (Double.isFinite(value)) {
      change(trial, stored -> stored.told(value, now));
    } else {
      fail(trial, unusable(value));
    }
  }

  /** Takes the value of a trial; see {@link #tell(int, double)}. */
  @Override
  public void tell(Trial trial, double value) {
    tell(trial.number(), value);
  }

  /**
   * Takes the reason why a trial has no value.
   *
   * @throws RefusedException if there is no such trial or it has its result already
   */
  @Override
  public void fail(int trial, String reason) {
    Instant now = clock.instant();
    change(trial, stored -> stored.failed(reason, now));
  }

  /** Takes the reason why a trial has no value; see {@link #fail(int, String)}. */
  @Override
  public void fail(Trial trial, String reason) {
    fail(trial.number(), reason);
  }

  /**
   * Adds a value that was measured outside the study; NaN or an infinite value adds a failure.
   *
   * @return the number of the new trial
   * @throws RefusedException if the configuration is not of the space
   */
  @Override
  public int observe(Configuration configuration, double value) {
    return Double.isFinite(value)
        ? observe(configuration, value, null)
        : observe(configuration, null, unusable(value));
  }

  /**
   * Adds a failure that was seen outside the study.
   *
   * @return the number of the new trial
   * @throws RefusedException if the configuration is not of the space
   */
  public int observeFailure(Configuration configuration, String reason) {
    return observe(configuration, null, reason);
  }

  /**
   * Lets one of the next asks hand out this configuration, before anything is suggested.
   *
   * @return the number of the new trial
   * @throws RefusedException if the configuration is not of the space
   * @throws BudgetSpentException if the study has a budget and it is used up
   */
  public int enqueue(Configuration configuration) {
    Configuration conforming = conforming(configuration);
    return added(number -> StoredTrial.queued(number, conforming, clock.instant()));
  }

  /**
   * Learns from results that were measured elsewhere: those in the space, unless it has them
   * already.
   */
  public Adoption adopt(List<KnownResult> results) {
    List<TrialRecord> unmatched = new ArrayList<>(trials());
    List<String> leftOut = new ArrayList<>();
    int taken = 0;
    for (KnownResult result : results) {
      try {
        Configuration configuration = result.configuration(space());
        Optional<TrialRecord> same =
            unmatched.stream()
                .filter(trial -> trial.configuration().equals(configuration))
                .filter(result::isThatOf)
                .findFirst();
        if (same.isEmpty()) {
          observe(configuration, result.value(), result.reason());
          taken++;
        }
        same.ifPresent(unmatched::remove); // a repeated measurement is known only once
      } catch (IllegalArgumentException e) {
        leftOut.add(result.place() + ": " + e.getMessage());
      }
    }
    return new Adoption(taken, results.size() - taken - leftOut.size(), leftOut);
  }

  /**
   * Lets a failed trial be tried again by one of the next asks.
   *
   * @throws RefusedException if there is no such trial or it did not fail
   */
  public void retry(int trial) {
    change(trial, StoredTrial::retried);
  }

  /**
   * Notes that the evaluation of a running trial began again, because the machine under it was
   * lost.
   *
   * @throws RefusedException if there is no such trial or it is not running
   */
  public void restart(int trial) {
    change(trial, StoredTrial::restarted);
  }

  /**
   * Takes a trial out of the study, as if it had not been; the store keeps why.
   *
   * @throws RefusedException if there is no such trial
   */
  public void delete(int trial, String reason) {
    Instant now = clock.instant();
    change(trial, stored -> stored.deleted(reason, now));
  }

  /** Notes where the output of a trial lies, relative to the store. */
  @Override
  public void output(int trial, String directory) {
    change(trial, stored -> stored.withOutput(directory));
  }

  /**
   * Learns what other sessions did since the last look; an ask does so by itself.
   *
   * @return what is new
   */
  public Changes refresh() {
    synchronized (recording) {
      Changes news = store.changesSince(change);
      news.trials().forEach(this::mirror);
      change = news.change();
      budget = news.header().budget();
      return news;
    }
  }

  /** The completed trial with the best value, the earliest of equals. */
  @Override
  public Optional<TrialRecord> best() {
    return study.best();
  }

  /** The evaluated configuration that the model holds for the best; see {@link Study#recommend}. */
  @Override
  public Optional<Recommendation> recommend() {
    return study.recommend();
  }

  /** What is still to be expected of the study; see {@link Outlook#of(Study)}. */
  public Optional<Outlook> outlook() {
    return Outlook.of(study);
  }

  /** What the model believes after the trials so far; see {@link Study#belief}. */
  public Optional<Belief> belief() {
    return study.belief();
  }

  /** All trials by number, deleted ones left out. */
  @Override
  public List<TrialRecord> trials() {
    return study.trials();
  }

  /** A sentence that says which other strategy stands in for the one chosen, if one does. */
  public Optional<String> substitution() {
    return study.substitution();
  }

  /** Ends the session: trials still running are handed out again by the next one. */
  @Override
  public void close() {
    try {
      study.close();
    } finally {
      store.close();
    }
  }

  private Optional<Trial> claimQueued(Claimant who) {
    synchronized (recording) {
      Optional<StoredTrial> queued = store.claim(who);
      queued.ifPresent(this::mirror);
      return queued.map(
          trial ->
              new Trial(
                  trial.number(),
                  trial.configuration(space()).orElseThrow(this::changedMeanwhile),
                  OptionalDouble.empty()));
    }
  }

  /** A new trial from all that is known and all that is pending; empty if another was faster. */
  private Optional<Trial> suggest(Claimant who) {
    Changes news = refresh();
    Optional<Budget> budget = news.header().budget();
    List<Integer> pending;
    synchronized (recording) {
      if (budget.isPresent() && !budget.get().hasRoom(states.values())) {
        throw new BudgetSpentException(budget.get());
      }
      pending = states.keySet().stream().filter(number -> state(number).isOpen()).toList();
    }
    requireMore();
    Trial trial = study.suggest();
    StoredTrial stored =
        StoredTrial.running(trial.number(), trial.configuration(), pending, clock.instant());
    return add(stored, who) ? Optional.of(trial) : Optional.empty();
  }

  /** Remembers and says why there should be no further trial, if there should be none. */
  private void requireMore() {
    Duration time = Duration.between(opened, clock.instant());
    for (StopRule rule : problem.stop()) {
      Optional<String> reason = rule.reason(study, time, cost());
      if (reason.isPresent()) {
        long results = Standing.of(study, time, 0).trials();
        if (results != stoppedAfter) {
          store.note("after %d trials: stopped by the rule %s".formatted(results, reason.get()));
          stoppedAfter = results;
        }
        throw new EnoughException(reason.get());
      }
    }
  }

  /** The minutes that trials took, added up. */
  private double cost() {
    synchronized (recording) {
      return ran.values().stream().mapToDouble(Duration::toMillis).sum() / 60e3;
    }
  }

  private StoredState state(int number) {
    return Objects.requireNonNull(states.get(number));
  }

  private int observe(
      Configuration configuration, @Nullable Double value, @Nullable String reason) {
    Configuration conforming = conforming(configuration);
    return added(
        number -> StoredTrial.observed(number, conforming, value, reason, clock.instant()));
  }

  /** Adds a trial under the next number. */
  private int added(IntFunction<StoredTrial> trial) {
    asking.lock();
    try {
      while (true) {
        refresh();
        int number = states.size();
        if (add(trial.apply(number), store.self())) {
          return number;
        }
      }
    } finally {
      asking.unlock();
    }
  }

  private Configuration conforming(Configuration configuration) {
    try {
      return space().require(configuration);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    }
  }

  private boolean add(StoredTrial trial, Claimant who) {
    synchronized (recording) {
      boolean isAdded = store.add(trial, who);
      if (isAdded) {
        mirror(trial);
      }
      return isAdded;
    }
  }

  private void change(int trial, UnaryOperator<StoredTrial> step) {
    synchronized (recording) {
      mirror(store.change(trial, step));
    }
  }

  /** Enqueues a starting point, unless it was one already or there is no room for it. */
  private void begin(Configuration configuration) {
    Optional<Configuration> start = Optional.of(conforming(configuration));
    if (store.hasRoom()
        && store.trials().stream().noneMatch(t -> t.configuration(space()).equals(start))) {
      enqueue(configuration);
    }
  }

  /** Takes out what waits to be tried but is no longer in the space, or no longer allowed there. */
  private void leaveBehind(StoredTrial trial) {
    if (trial.state() == StoredState.QUEUED
        && trial.configuration(space()).filter(space()::feasible).isEmpty()) {
      delete(trial.number(), "the space was changed, and this is no longer in it");
    }
  }

  private void mirror(StoredTrial trial) {
    states.put(trial.number(), trial.state());
    if (trial.finished() != null) {
      ran.put(trial.number(), Duration.between(trial.created(), trial.finished()));
    }
    trial.record(space()).ifPresentOrElse(study::record, () -> study.forget(trial.number()));
  }

  private StorageException changedMeanwhile() {
    return new StorageException(
        "%s got another space while it was open here; open it again with that space"
            .formatted(store.name()));
  }

  private static String unusable(double value) {
    return "the value was " + value;
  }
}
