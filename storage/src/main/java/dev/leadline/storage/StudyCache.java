package dev.leadline.storage;

import dev.leadline.early.EarlyRule;
import dev.leadline.space.Space;
import dev.leadline.study.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A study in memory that learns only what a store answered. Thread-safe. */
final class StudyCache {

  /* The store is the truth. So nothing can be answered that is not kept, and a step that the store
  refuses has not happened. What the store answers is learnt under the lock under which it was asked:
  else an older answer could replace a newer one. */

  private final StudyStore store;
  private final Study study;
  private final Map<Integer, StoredState> states = new HashMap<>();
  private final Map<StoredState, Integer> counts = new EnumMap<>(StoredState.class);
  private final Map<Integer, Duration> ran = new HashMap<>();
  private Optional<Budget> budget = Optional.empty();
  private long change = -1;

  StudyCache(StudyStore store, Study study) {
    this.store = store;
    this.study = study;
  }

  /** Learns what changed since the last look. */
  synchronized Changes refresh() {
    Changes news = store.changesSince(change);
    news.trials().forEach(this::learn);
    change = news.change();
    budget = news.header().budget();
    return news;
  }

  synchronized Optional<StoredTrial> claim(Claimant who) {
    Optional<StoredTrial> claimed = store.claim(who);
    claimed.ifPresent(this::learn);
    return claimed;
  }

  /** Adds a trial, or says no because its number is not the next one. */
  synchronized boolean add(StoredTrial trial, Claimant who) {
    boolean isAdded = store.add(trial, who);
    if (isAdded) {
      learn(trial);
    }
    return isAdded;
  }

  synchronized void change(int trial, UnaryOperator<StoredTrial> step) {
    learn(store.change(trial, step));
  }

  /**
   * Takes what a trial has reached, and stops it if the study says so.
   *
   * @return whether it goes on
   */
  synchronized boolean report(int trial, int step, double value, Instant now) {
    StoredTrial reported = store.change(trial, stored -> stored.reported(step, value));
    learn(reported);
    if (!reported.state().isOpen()) {
      return false;
    }
    Optional<EarlyRule.End> end = study.end(trial);
    end.ifPresent(
        found -> change(trial, stored -> stored.stopped(found.expected(), found.reason(), now)));
    return end.isEmpty();
  }

  synchronized Optional<Budget> budget() {
    return budget;
  }

  /** The number of the next new trial. */
  synchronized int next() {
    return states.size();
  }

  /**
   * Checks that there may be another trial.
   *
   * @throws BudgetSpentException if not
   */
  synchronized void requireRoom() {
    if (budget.isPresent() && !budget.get().hasRoom(counts)) {
      throw new BudgetSpentException(budget.get());
    }
  }

  /** The time that trials took, added up. */
  synchronized Duration ran() {
    return ran.values().stream().reduce(Duration.ZERO, Duration::plus);
  }

  private void learn(StoredTrial trial) {
    Space space = study.space();
    count(trial.number(), trial.state());
    if (trial.finished() != null) {
      ran.put(trial.number(), Duration.between(trial.created(), trial.finished()));
    }
    trial.record(space).ifPresentOrElse(study::record, () -> study.forget(trial.number()));
  }

  private void count(int number, StoredState state) {
    StoredState before = states.put(number, state);
    if (before != null) {
      counts.merge(before, -1, Integer::sum);
    }
    counts.merge(state, 1, Integer::sum);
  }
}
