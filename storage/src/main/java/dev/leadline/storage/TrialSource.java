package dev.leadline.storage;

import dev.leadline.space.NoTrialLeftException;
import dev.leadline.space.Space;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.StopRule;
import dev.leadline.study.Study;
import dev.leadline.study.StudyProgress;
import dev.leadline.study.Trial;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the trials of a stored study come from: those that wait to be tried again, then new ones,
 * until a rule says that it is enough. Thread-safe.
 */
final class TrialSource {

  /* Suggestions for all who wait are kept in one transaction, each made as if those before it ran. Whoever waits does not wait longer
  than for one suggestion that takes its time. */

  private static final Duration TOGETHER = Duration.ofMillis(10);

  /** Somebody who waits for a new trial; the answer is empty if another process was faster. */
  private static final class Asking extends Combiner.Request<Optional<Trial>> {
    private final Claimant who;

    Asking(Claimant who) {
      this.who = who;
    }
  }

  private final Problem problem;
  private final StudyStore store;
  private final Study study;
  private final Clock clock;
  private final Instant opened;
  private final Combiner<Asking> asking = new Combiner<>(this::suggest);
  private final Map<Integer, Duration> ran = new ConcurrentHashMap<>();
  private long stoppedAfter = -1; // used by who suggests

  /**
   * The study learns only what the store keeps, so that nothing can be answered that is not kept.
   */
  TrialSource(Problem problem, StudyStore store, Study study, Clock clock) {
    this.problem = problem;
    this.store = store;
    this.study = study;
    this.clock = clock;
    this.opened = clock.instant();
    store.follow(this::learn);
  }

  private void learn(StoredTrial trial) {
    Space space = study.space();
    if (trial.finished() != null) {
      ran.put(trial.number(), Duration.between(trial.created(), trial.finished()));
    }
    trial.record(space).ifPresentOrElse(study::record, () -> study.forget(trial.number()));
  }

  /** Hands out the next trial to whoever will evaluate it; see {@link StoredStudy#ask()}. */
  Trial next(Claimant who) {
    while (true) {
      Optional<Trial> trial = store.claim(who).map(this::again).or(() -> suggested(who));
      if (trial.isPresent()) {
        return trial.get();
      }
    }
  }

  private Trial again(StoredTrial trial) {
    return Trial.running(
        trial.number(), trial.configuration(problem.space()).orElseThrow(this::changedMeanwhile));
  }

  private Optional<Trial> suggested(Claimant who) {
    Asking mine = new Asking(who);
    asking.run(mine);
    return mine.result();
  }

  /** New trials from all that is known and all that is pending. */
  private void suggest(List<Asking> all) {
    try (StudyStore.Turn turn = store.turn()) {
      if (suggestInTurn(all) == 0) {
        all.forEach(asked -> asked.answer(Optional.empty()));
      }
    }
  }

  private int suggestInTurn(List<Asking> all) {
    int most = Math.min(all.size(), store.room());
    if (most < 1) {
      throw store.header().budget().orElseThrow().spent();
    }
    requireMore();
    Instant now = clock.instant();
    List<Trial> trials = // others may tell meanwhile
        study.suggest(most, () -> clock.instant().isBefore(now.plus(TOGETHER)));
    List<StoredTrial> stored =
        trials.stream()
            .map(
                trial ->
                    StoredTrial.running(
                        trial.number(), trial.configuration(), trial.pending(), now))
            .toList();
    int added =
        store.add(stored, all.stream().limit(stored.size()).map(asked -> asked.who).toList());
    for (int i = 0; i < added; i++) {
      all.get(i).answer(Optional.of(trials.get(i)));
    }
    return added;
  }

  /** Remembers and says why there should be no further trial, if there should be none. */
  private void requireMore() {
    Duration time = Duration.between(opened, clock.instant());
    for (StopRule rule : problem.stop()) {
      Duration worked = ran.values().stream().reduce(Duration.ZERO, Duration::plus);
      Optional<String> reason = rule.reason(study, time, worked.toMillis() / 60e3);
      if (reason.isPresent()) {
        long results = StudyProgress.of(study, time, 0).trials();
        if (results != stoppedAfter) {
          store.note("after %d trials: stopped by the rule %s".formatted(results, reason.get()));
          stoppedAfter = results;
        }
        throw new NoTrialLeftException(NoTrialLeftException.Reason.ENOUGH, reason.get());
      }
    }
  }

  private StorageException changedMeanwhile() {
    return new StorageException(
        "%s got another space while it was open here; open it again with that space"
            .formatted(store.name()));
  }
}
