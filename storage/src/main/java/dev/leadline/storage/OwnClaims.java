package dev.leadline.storage;

import java.time.Duration;
import java.util.Optional;
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
  private final Set<Integer> known = ConcurrentHashMap.newKeySet();
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

  /** Claims a trial, one at a time: whatever is held and not known was never answered. */
  Optional<StoredTrial> claim(Supplier<Optional<StoredTrial>> work) {
    synchronized (claiming) {
      if (heartbeat == null) {
        begin.run();
        heartbeat = new Heartbeat(self.patience().dividedBy(SIGNS_PER_PATIENCE), this::beat);
      }
      long asked = System.nanoTime();
      Optional<StoredTrial> trial = work.get();
      trial.ifPresent(
          claimed -> {
            if (known.isEmpty()) {
              deadline = asked + safe().toNanos();
            }
            known.add(claimed.number());
          });
      return trial;
    }
  }

  /** Whether there ever was a claim. */
  boolean hasClaimed() {
    synchronized (claiming) {
      return heartbeat != null;
    }
  }

  boolean isKnown(int trial) {
    return known.contains(trial);
  }

  /** Gives up a claim before the trial gets its result. */
  boolean forget(int trial) {
    return known.remove(trial);
  }

  /** Takes back {@link #forget}: there was no result. */
  void remember(int trial) {
    known.add(trial);
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
    Set<Integer> lost = new TreeSet<>(known);
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
    lost.removeIf(trial -> !known.remove(trial));
    if (!lost.isEmpty()) {
      listener.accept(lost);
    }
  }

  private Duration safe() {
    return self.patience().multipliedBy(SIGNS_PER_PATIENCE - 1).dividedBy(SIGNS_PER_PATIENCE);
  }
}
