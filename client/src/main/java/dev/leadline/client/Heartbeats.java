package dev.leadline.client;

import dev.leadline.client.json.Fields;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The trials that a client evaluates, and the signs of life that keep them. Thread-safe. */
final class Heartbeats implements AutoCloseable {

  /* Who is not heard of loses its trials when the lease runs out. So when four fifths of it passed without an answered sign of
  life, reckoned from before the sign was sent, this side gives them up first: no trial is evaluated twice at a time. */

  private final Duration patience;
  private final Supplier<Connection.Reply> sign;
  private final Set<Integer> held = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService heart;
  private volatile long heardNanos = System.nanoTime();
  private volatile Consumer<Set<Integer>> lost = trials -> {};

  /**
   * @param patience without a sign of life for so long, the server gives trials to others
   * @param sign gives a sign of life
   */
  Heartbeats(Duration patience, Supplier<Connection.Reply> sign) {
    this.patience = patience;
    this.sign = sign;
    this.heart =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "remote-study-heartbeat");
              thread.setDaemon(true);
              return thread;
            });
    every(patience.dividedBy(6), this::beat);
    every(patience.dividedBy(30), this::defend);
  }

  /** Says who is to hear of trials that are no longer held. */
  void onLost(Consumer<Set<Integer>> listener) {
    lost = listener;
  }

  /** To be called before a trial is asked for: its lease lasts from then on at least. */
  void asking() {
    if (held.isEmpty()) {
      heardNanos = System.nanoTime();
    }
  }

  void hold(int trial) {
    held.add(trial);
  }

  void letGo(int trial) {
    held.remove(trial);
  }

  void letGoOfAll() {
    held.clear();
  }

  boolean isIdle() {
    return held.isEmpty();
  }

  /** Ends the signs of life; what is still held is for the caller to give back. */
  @Override
  public void close() {
    heart.shutdownNow();
  }

  private void every(Duration time, Runnable work) {
    long millis = Math.max(1, time.toMillis());
    Future<?> unused = heart.scheduleWithFixedDelay(work, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    Set<Integer> before = Set.copyOf(held);
    if (before.isEmpty()) {
      return;
    }
    long sent = System.nanoTime();
    try {
      Connection.Reply reply = sign.get();
      if (reply.status() == 200) {
        heardNanos = sent;
        note(before, reply.fields());
      }
    } catch (ServerException e) {
      // What is wrong with the server is said by the next call.
    }
  }

  /** Gives trials up before the server gives them to others. */
  private void defend() {
    Set<Integer> all = Set.copyOf(held);
    if (!all.isEmpty() && System.nanoTime() - heardNanos > patience.toNanos() / 5 * 4) {
      lose(all);
    }
  }

  /** What was asked for before the sign of life and is not held any more is lost. */
  private void note(Set<Integer> before, Fields answer) {
    Set<Integer> gone = new HashSet<>(before);
    answer.get("held").forEach(number -> gone.remove(number.intValue()));
    gone.retainAll(held); // what was told meanwhile is not held, and not lost either
    if (!gone.isEmpty()) {
      lose(gone);
    }
  }

  private void lose(Set<Integer> trials) {
    held.removeAll(trials);
    lost.accept(trials);
  }
}
