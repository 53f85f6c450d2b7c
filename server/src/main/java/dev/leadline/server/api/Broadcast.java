package dev.leadline.server.api;

import dev.leadline.server.open.OpenStudies;
import dev.leadline.server.open.OpenStudy;
import dev.leadline.server.route.EventSource;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Tells everybody who listens what changes in the studies, whoever changes it. Thread-safe. */
final class Broadcast implements AutoCloseable {

  /* The store is looked at four times a second, but only while somebody listens: other processes write to it, too. Every listener
  is told on a thread of its own and asks for what it has not seen, so a slow one delays nobody and misses nothing. */

  private static final Duration EVERY = Duration.ofMillis(250);

  private final OpenStudies open;
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService ticks =
      Executors.newSingleThreadScheduledExecutor(daemon("events"));
  private final ExecutorService writers = Executors.newCachedThreadPool(daemon("event-writer"));

  Broadcast(OpenStudies open) {
    this.open = open;
    Future<?> unused =
        ticks.scheduleWithFixedDelay(
            this::tick, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** What happens to one study after a change; from now on if none is given. */
  EventSource of(OpenStudy study, OptionalLong since) {
    return listener -> add(new Subscription(open, Optional.of(study.name()), since, listener));
  }

  /** What happens to all studies from now on. */
  EventSource ofAll() {
    return listener ->
        add(new Subscription(open, Optional.empty(), OptionalLong.empty(), listener));
  }

  /** How many listen. */
  int listeners() {
    return subscriptions.size();
  }

  @Override
  public void close() {
    ticks.shutdownNow();
    subscriptions.forEach(Subscription::end);
    writers.shutdown();
  }

  private void add(Subscription subscription) {
    subscriptions.add(subscription);
    writers.execute(subscription::tell);
  }

  private void tick() {
    subscriptions.removeIf(Subscription::isOver);
    subscriptions.forEach(subscription -> writers.execute(subscription::tell));
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
