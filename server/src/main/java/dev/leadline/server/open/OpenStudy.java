package dev.leadline.server.open;

import dev.leadline.search.Strategy;
import dev.leadline.storage.Changes;
import dev.leadline.storage.Lease;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyEntry;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A study that the server has open: one session, one model, one cache for all who look.
 * Thread-safe.
 */
public final class OpenStudy {

  /* Those who look share one state, which is replaced when the store says that something changed. Their cursor is not the one
  of the session: an ask moves that one on without telling them. */

  private final StudyEntry entry;
  private final Clock clock;
  private final StudyStore store;
  private final LazyStrategy strategy;
  private final Object beginning = new Object();
  private final ReadWriteLock using =
      new ReentrantReadWriteLock(); // written by who frees the model
  private final Object viewing = new Object();
  private final LazyStrategy viewer; // of its own: a view takes seconds, and nobody asks meanwhile
  private final KeptViews views;
  private final WorkerOutputs outputs;
  private @Nullable StoredStudy study; // guarded by beginning
  private @Nullable StudyState state;
  private volatile Instant used;
  private volatile Instant seen;
  private volatile boolean isClosed;

  /**
   * @param entry says which study of its name it is
   * @param views of all studies
   * @param outputs of trials of all studies
   */
  OpenStudy(
      StudyEntry entry,
      Studies studies,
      Function<String, Strategy> strategies,
      Clock clock,
      KeptViews views,
      WorkerOutputs outputs) {
    this.entry = entry;
    this.views = views;
    this.outputs = outputs;
    this.clock = clock;
    this.used = clock.instant();
    this.seen = used;
    String wanted = entry.header().strategy();
    this.strategy = new LazyStrategy(() -> strategies.apply(wanted));
    this.viewer = new LazyStrategy(() -> strategies.apply(wanted));
    this.store = studies.open(entry.name());
  }

  public String name() {
    return entry.name();
  }

  /** Whether it is the one that was listed so, and not one that had its name before. */
  boolean isOf(StudyEntry listed) {
    return entry.created().equals(listed.created());
  }

  /** When it was last looked for in the list of studies, and was there. */
  Instant seen() {
    return seen;
  }

  void seen(Instant moment) {
    seen = moment;
  }

  /** Where it is kept. */
  public StudyStore store() {
    return store;
  }

  /**
   * Does something with the session; suggestions of one study are made one after the other.
   *
   * @throws IllegalArgumentException if only the program that made it knows its space whole
   */
  public <T> T use(Function<StoredStudy, T> work) {
    using.readLock().lock();
    try {
      used = clock.instant();
      return work.apply(begun());
    } catch (IllegalStateException e) {
      throw isClosed ? LazyStrategy.closing() : e;
    } finally {
      using.readLock().unlock();
    }
  }

  /** The session: who only looks at a study needs none. */
  private StoredStudy begun() {
    synchronized (beginning) {
      if (study == null) {
        study = StoredStudy.open(store, StudySetup.of(store.header()), strategy, clock);
      }
      return study;
    }
  }

  /** The study as it stands now. */
  public synchronized StudyState look() {
    Changes now = store.changesSince(-1);
    if (state == null || now.change() != state.change()) {
      state = new StudyState(name(), now.header(), now.phase(), now.change(), now.rows());
    }
    return state;
  }

  /**
   * The claim of a running trial as it stands now: signs of life move its end, and are no change.
   */
  public Optional<Lease> lease(int trial) {
    return store.leases().stream().filter(lease -> lease.trial() == trial).findFirst();
  }

  /** The end of what a trial printed on the machine of a worker, if that worker passes it on. */
  public Optional<WorkerOutputs.Printed> printed(int trial) {
    return outputs.of(this, trial);
  }

  /**
   * Takes what a trial printed, and notes where all of it is.
   *
   * @param start how many characters were printed before
   */
  public void print(StoredTrial trial, String place, int start, String text) {
    outputs.add(this, trial.number(), place, start, text);
    if (!place.equals(trial.output())) {
      use(
          session -> {
            session.output(trial.number(), place);
            return place;
          });
    }
  }

  /** Lets others have the trials of the dead, if any runs as far as is known. */
  void requeueAbandoned() {
    boolean isAnyRunning;
    synchronized (this) {
      isAnyRunning = state != null && state.count(StoredState.RUNNING) > 0;
    }
    if (isAnyRunning) {
      store.requeueAbandoned();
    }
  }

  /** The study as it stands now, if it is known that it stands at this change. */
  synchronized StudyState lookAt(long change) {
    return state != null && state.change() == change ? state : look();
  }

  /**
   * What can be seen of a state through the model, as text; computed once for every change.
   *
   * @param name of the view
   */
  public String view(String name, StudyState seen, Function<Strategy, String> work) {
    synchronized (viewing) {
      used = clock.instant();
      return views.of(this, name, seen.change(), () -> work.apply(viewer));
    }
  }

  /** Frees the model if nobody used it for some time; it is loaded again when it is needed. */
  void unloadIfUnusedSince(Instant moment) {
    if (used.isBefore(moment) && using.writeLock().tryLock()) {
      try {
        strategy.unload();
      } finally {
        using.writeLock().unlock();
      }
      synchronized (viewing) {
        viewer.unload();
      }
    }
  }

  /** Lets a view that is being computed come to an end soon. */
  void endViews() {
    viewer.end();
  }

  void close() {
    isClosed = true;
    endViews();
    synchronized (viewing) {
      viewer.close();
      views.forget(this);
    }
    outputs.forget(this);
    synchronized (beginning) {
      if (study == null) {
        store.close();
      } else {
        study.close();
      }
    }
  }
}
