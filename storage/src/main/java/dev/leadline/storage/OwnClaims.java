package dev.leadline.storage;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a session claimed for itself, and the signs of life that keep it. Thread-safe. */
final class OwnClaims implements AutoCloseable {

  /* Two processes must never evaluate one trial at the same time. So a session that could give no
  sign of life for most of its patience takes its claims for lost, before others may. It goes by a
  clock that only runs forward, and reckons from before the last sign was sent. */

  private static final int SIGNS_PER_PATIENCE = 5;

  private final Claimant self;
  private final Runnable begin;
  private final Function<Claimant, Set<Integer>> renew;
  private final Map<Integer, Boolean> known = new ConcurrentHashMap<>(); // whether it is ending
  private final Object claiming = new Object();
  private volatile Consumer<Set<Integer>> listener = lost -> {};
  private volatile long deadline; // of System.nanoTime
  private @Nullable Heartbeat heartbeat; // guarded by claiming

  /**
   * @param begin called before the first claim
   * @param renew gives a sign of life and says which trials are still held
   */
  OwnClaims(Claimant self, Runnable begin, Function<Claimant, Set<Integer>> renew) {
    this.self = self;
    this.begin = begin;
    this.renew = renew;
  }

  Claimant self() {
    return self;
  }

  boolean isSelf(Claimant who) {
    return who.token().equals(self.token());
  }

  void onLost(Consumer<Set<Integer>> newListener) {
    listener = newListener;
  }

  /**
   * Claims trials, one call at a time: whatever is held and not known was never answered.
   *
   * @param claimed which trials the work claimed for this session
   */
  <T> T claim(Supplier<T> work, Function<T, List<Integer>> claimed) {
    synchronized (claiming) {
      if (heartbeat == null) {
        begin.run();
        heartbeat = new Heartbeat(self.patience().dividedBy(SIGNS_PER_PATIENCE), this::beat);
      }
      long asked = System.nanoTime();
      T result = work.get();
      List<Integer> trials = claimed.apply(result);
      if (!trials.isEmpty() && known.isEmpty()) {
        deadline = asked + safe().toNanos();
      }
      trials.forEach(trial -> known.put(trial, false));
      return result;
    }
  }

  /** Whether there ever was a claim. */
  boolean hasClaimed() {
    synchronized (claiming) {
      return heartbeat != null;
    }
  }

  boolean isKnown(int trial) {
    return known.containsKey(trial);
  }

  /** Lets no claim seem lost because its trial gets its result; whether it is one of ours. */
  boolean ending(int trial) {
    return known.replace(trial, false, true);
  }

  /** What follows {@link #ending}: the trial has its result, or it runs on. */
  void ended(int trial, boolean isRunning) {
    if (isRunning) {
      known.put(trial, false);
    } else {
      known.remove(trial);
    }
  }

  @Override
  public void close() {
    synchronized (claiming) {
      if (heartbeat != null) {
        heartbeat.close();
      }
    }
  }

  private void beat() {
    Set<Integer> lost = new TreeSet<>(known.keySet());
    lost.removeIf(trial -> known.getOrDefault(trial, true));
    if (lost.isEmpty()) {
      return;
    }
    long asked = System.nanoTime();
    try {
      lost.removeAll(renew.apply(self));
      deadline = asked + safe().toNanos();
    } catch (StorageException e) {
      // What is wrong is said by the next step of the study; claims last for some time.
      if (System.nanoTime() - deadline < 0) {
        return;
      }
    }
    lost.removeIf(trial -> !known.remove(trial, false));
    if (!lost.isEmpty()) {
      listener.accept(lost);
    }
  }

  private Duration safe() {
    return self.patience().multipliedBy(SIGNS_PER_PATIENCE - 1).dividedBy(SIGNS_PER_PATIENCE);
  }
}
