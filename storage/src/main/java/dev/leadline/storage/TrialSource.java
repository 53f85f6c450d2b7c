package dev.leadline.storage;

import dev.leadline.storage.problem.Problem;
import dev.leadline.study.StopRule;
import dev.leadline.study.Study;
import dev.leadline.study.StudyProgress;
import dev.leadline.study.Trial;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

/**
 * Where the trials of a stored study come from: those that wait to be tried again, then new ones,
 * until a rule says that it is enough. Thread-safe.
 */
final class TrialSource {

  private final Problem problem;
  private final StudyStore store;
  private final Study study;
  private final StudyCache mirror;
  private final Clock clock;
  private final Instant opened;
  private final ReentrantLock asking = new ReentrantLock(true); // before the mirror's, never after
  private long stoppedAfter = -1; // guarded by asking

  TrialSource(Problem problem, StudyStore store, Study study, StudyCache mirror, Clock clock) {
    this.problem = problem;
    this.store = store;
    this.study = study;
    this.mirror = mirror;
    this.clock = clock;
    this.opened = clock.instant();
  }

  /** Hands out the next trial to whoever will evaluate it; see {@link StoredStudy#ask()}. */
  Trial next(Claimant who) {
    asking.lock();
    try {
      while (true) {
        Optional<Trial> trial = mirror.claim(who).map(this::again);
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

  /** Adds a trial under the next number, which it says; once, if the request is made again. */
  int add(IntFunction<StoredTrial> trial, Claimant who) {
    asking.lock();
    try {
      while (true) {
        Optional<StoredTrial> granted = store.granted(who);
        if (granted.isPresent()) {
          return granted.get().number();
        }
        mirror.refresh();
        int number = mirror.next();
        if (mirror.add(trial.apply(number), who)) {
          return number;
        }
      }
    } finally {
      asking.unlock();
    }
  }

  private Trial again(StoredTrial trial) {
    return Trial.running(
        trial.number(), trial.configuration(problem.space()).orElseThrow(this::changedMeanwhile));
  }

  /** A new trial from all that is known and all that is pending; empty if another was faster. */
  private Optional<Trial> suggest(Claimant who) {
    mirror.refresh();
    mirror.requireRoom();
    requireMore();
    Trial trial = study.suggest(); // others may tell until now, and from now on
    StoredTrial stored =
        StoredTrial.running(
            trial.number(), trial.configuration(), trial.pending(), clock.instant());
    return mirror.add(stored, who) ? Optional.of(trial) : Optional.empty();
  }

  /** Remembers and says why there should be no further trial, if there should be none. */
  private void requireMore() {
    Duration time = Duration.between(opened, clock.instant());
    for (StopRule rule : problem.stop()) {
      Optional<String> reason = rule.reason(study, time, mirror.ran().toMillis() / 60e3);
      if (reason.isPresent()) {
        long results = StudyProgress.of(study, time, 0).trials();
        if (results != stoppedAfter) {
          store.note("after %d trials: stopped by the rule %s".formatted(results, reason.get()));
          stoppedAfter = results;
        }
        throw new EnoughException(reason.get());
      }
    }
  }

  private StorageException changedMeanwhile() {
    return new StorageException(
        "%s got another space while it was open here; open it again with that space"
            .formatted(store.name()));
  }
}
