package dev.leadline.storage;

import dev.leadline.early.EarlyRule;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Front;
import dev.leadline.study.ImprovementForecast;
import dev.leadline.study.Measurements;
import dev.leadline.study.Prediction;
import dev.leadline.study.Recommendation;
import dev.leadline.study.RelatedStudy;
import dev.leadline.study.Relative;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.StudyModel;
import dev.leadline.study.Trial;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A study that is kept: every step is durable before it is answered, and a study that was stopped
 * or killed goes on where it was. Thread-safe.
 */
public final class StoredStudy implements SharedStudy {

  private final Problem problem;
  private final StudyStore store;
  private final Study study;
  private final Clock clock;
  private final TrialSource source;
  private final Submissions submissions;
  private final Claimant self;

  private StoredStudy(
      Problem problem,
      StudyStore store,
      Study study,
      Clock clock,
      TrialSource source,
      Claimant self) {
    this.problem = problem;
    this.store = store;
    this.study = study;
    this.clock = clock;
    this.source = source;
    this.submissions = new Submissions(problem, store, clock);
    this.self = self;
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
    return open(
        StudyStore.inMemory(setup.header()),
        setup,
        Strategies.named(setup.strategy()),
        Clock.systemUTC());
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
    List<Attachment> kept = store.attachments();
    List<RelatedStudy> added = added(kept, setup.related());
    List<RelatedStudy> related =
        Stream.concat(RelatedText.all(kept, problem).stream(), added.stream()).toList();
    Study study = setup.related(related).study(strategy);
    keep(added, store);
    TrialSource source = new TrialSource(problem, store, study, clock);
    StoredStudy stored = new StoredStudy(problem, store, study, clock, source, store.self());
    try {
      store.trials().forEach(stored::leaveBehind);
      stored.queue(setup.start());
      return stored;
    } catch (RuntimeException e) {
      stored.close();
      throw e;
    }
  }

  /** Those that a study does not have yet, as it will find them when it is opened again. */
  private static List<RelatedStudy> added(List<Attachment> kept, List<RelatedStudy> wanted) {
    Set<String> names =
        RelatedText.all(kept).stream().map(RelatedStudy::name).collect(Collectors.toSet());
    return wanted.stream()
        .filter(study -> !names.contains(study.name()))
        .map(study -> RelatedText.read(RelatedText.write(study).text()))
        .toList();
  }

  private static void keep(List<RelatedStudy> added, StudyStore store) {
    int trials = added.isEmpty() ? 0 : store.trials().size();
    for (RelatedStudy study : added) {
      store.attach(RelatedText.write(study));
      if (trials > 0) {
        store.note("from trial %d on: learns from %s".formatted(trials, study.name()));
      }
    }
  }

  /** Takes out what waits to be tried but is no longer in the space, or no longer allowed there. */
  private void leaveBehind(StoredTrial trial) {
    if (trial.state() == StoredState.QUEUED
        && trial.configuration(space()).filter(space()::feasible).isEmpty()) {
      delete(trial.number(), "the space was changed, and this is no longer in it");
    }
  }

  /** Queues starting points, unless they were before or there is no room for them. */
  private void queue(List<Configuration> all) {
    if (!all.isEmpty()) {
      try (StudyStore.Turn turn = store.turn()) {
        for (Configuration one : all) {
          Optional<Configuration> start = Optional.of(submissions.conforming(one));
          if (store.hasRoom()
              && store.trials().stream().noneMatch(t -> t.configuration(space()).equals(start))) {
            enqueue(one);
          }
        }
      }
    }
  }

  public Space space() {
    return problem.space();
  }

  /** What it has learnt of earlier studies; see {@link Study#relatives}. */
  public List<Relative> relatives() {
    return study.relatives();
  }

  @Override
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
    store.room(); // any look at the store does
  }

  /** How many trials there may be. */
  public Optional<Budget> budget() {
    return store.header().budget();
  }

  /** Where it is kept. */
  public StudyStore store() {
    return store;
  }

  @Override
  public Trial ask() {
    return source.next(self);
  }

  /**
   * The same study for somebody else: trials that it hands out belong to them, who give signs of
   * life by {@link StudyStore#renew}. It is closed with this one.
   */
  public StoredStudy as(Claimant who) {
    return new StoredStudy(problem, store, study, clock, source, who);
  }

  @Override
  public void tell(int trial, double value, Measurements further) {
    told(trial, value, further);
  }

  /** Takes a value as {@link #tell} does, and says what is kept. */
  public TrialRow told(int trial, double value, Measurements further) {
    Optional<String> unusable = Trial.unusable(value, further);
    if (unusable.isPresent()) {
      return failed(trial, unusable.get());
    }
    submissions.require(further);
    Instant now = clock.instant();
    return store.change(trial, stored -> stored.told(value, further, now));
  }

  @Override
  public boolean report(int trial, int step, double value) {
    TrialRow reported = store.change(trial, stored -> stored.reported(step, value));
    Optional<EarlyRule.End> end =
        reported.trial().state().isOpen() ? study.end(trial) : Optional.empty();
    if (end.isPresent()) {
      Instant now = clock.instant();
      double expected = end.get().expected();
      store.change(
          trial,
          stored ->
              stored.state().isOpen() ? stored.stopped(expected, end.get().reason(), now) : stored);
    }
    return end.isEmpty() && reported.trial().state().isOpen();
  }

  @Override
  public void fail(int trial, String reason) {
    failed(trial, reason);
  }

  /** Takes a failure as {@link #fail} does, and says what is kept. */
  public TrialRow failed(int trial, String reason) {
    Instant now = clock.instant();
    return store.change(trial, stored -> stored.failed(reason, now));
  }

  @Override
  public int observe(Configuration configuration, double value, Measurements further) {
    return submissions.observe(configuration, value, further, self);
  }

  /**
   * Adds a failure that was seen outside the study.
   *
   * @return the number of the new trial
   * @throws RefusedException if the configuration is not of the space
   */
  public int observeFailure(Configuration configuration, String reason) {
    return submissions.observe(configuration, null, Measurements.none(), reason, self);
  }

  /**
   * Lets one of the next asks hand out this configuration, before anything is suggested.
   *
   * @return the number of the new trial
   * @throws RefusedException if the configuration is not of the space
   * @throws NoTrialLeftException if the study has a budget and it is used up
   */
  public int enqueue(Configuration configuration) {
    return submissions.enqueue(configuration, self);
  }

  /**
   * Learns from results that were measured elsewhere: those in the space, unless it has them
   * already.
   */
  public Adoption adopt(List<KnownResult> results) {
    return Adoption.of(results, this, submissions);
  }

  /**
   * Lets a failed trial be tried again by one of the next asks.
   *
   * @throws RefusedException if there is no such trial or it did not fail
   */
  public TrialRow retry(int trial) {
    return store.change(trial, StoredTrial::retried);
  }

  /**
   * Notes that the evaluation of a running trial began again, because the machine under it was
   * lost.
   *
   * @throws RefusedException if there is no such trial or it is not running
   */
  public void restart(int trial) {
    store.change(trial, StoredTrial::restarted);
  }

  /**
   * Takes a trial out of the study, as if it had not been; the store keeps why.
   *
   * @throws RefusedException if there is no such trial
   */
  public TrialRow delete(int trial, String reason) {
    Instant now = clock.instant();
    return store.change(trial, stored -> stored.deleted(reason, now));
  }

  @Override
  public void output(int trial, String directory) {
    store.change(trial, stored -> stored.withOutput(directory));
  }

  @Override
  public Optional<Trial> best() {
    return study.best();
  }

  @Override
  public Optional<Recommendation> recommend() {
    return study.recommend();
  }

  @Override
  public Optional<Recommendation> recommendation() {
    return study.noise() == NoiseKind.NONE || problem.several().isPresent()
        ? Optional.empty()
        : study.recommend();
  }

  /** What no trial betters in everything, if the study has several goals. */
  public Optional<Front> front() {
    return problem.front(study.trials());
  }

  /** What is still to be expected of the study; see {@link ImprovementForecast#of(Study)}. */
  public Optional<ImprovementForecast> forecast() {
    return ImprovementForecast.of(study);
  }

  /** What the model believes after the trials so far; see {@link Study#model}. */
  public Optional<StudyModel> model() {
    return study.model();
  }

  /** What the model believes of a configuration; see {@link Study#predict}. */
  public Optional<Prediction> predict(Configuration configuration) {
    return study.predict(configuration);
  }

  /** All trials by number, deleted ones left out. */
  @Override
  public List<Trial> trials() {
    return study.trials();
  }

  /** A sentence that says which other strategy stands in for the one chosen, if one does. */
  public Optional<String> substitution() {
    return study.substitution();
  }

  @Override
  public void close() {
    try {
      study.close();
    } finally {
      store.close();
    }
  }
}
