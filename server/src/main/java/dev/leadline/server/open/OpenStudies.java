package dev.leadline.server.open;

import dev.leadline.search.Strategy;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyEntry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The studies of a server: each is opened when it is first needed, once. Thread-safe. */
public final class OpenStudies implements AutoCloseable {

  /** So long deleted studies can be had back. */
  public static final Duration KEPT = Duration.ofDays(1);

  private static final Duration SEEN = Duration.ofSeconds(1);

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  /** A view is computed for every so many bytes of the heap. */
  private static final long ONE_VIEW = 400L << 20;

  private final Studies studies;
  private final Function<String, Strategy> strategies;
  private final Clock clock;
  private final Map<String, OpenStudy> open = new HashMap<>();
  private final WorkerOutputs outputs = new WorkerOutputs(HEAP / 16);
  private final KeptViews views = new KeptViews(HEAP / 8, (int) Math.max(1, HEAP / ONE_VIEW));

  /**
   * @param strategies makes the strategy of the name that a study remembers
   */
  public OpenStudies(Studies studies, Function<String, Strategy> strategies, Clock clock) {
    this.studies = studies;
    this.strategies = strategies;
    this.clock = clock;
  }

  /** Where all studies are. */
  public Studies studies() {
    return studies;
  }

  /** What was computed of all studies, to be looked at. */
  public KeptViews views() {
    return views;
  }

  /** The study of a name; empty if there is none. One that is open is looked for once a second. */
  public Optional<OpenStudy> find(String name) {
    Instant now = clock.instant();
    Optional<OpenStudy> known = known(name);
    if (known.isPresent() && now.isBefore(known.get().seen().plus(SEEN))) {
      return known;
    }
    closeIfDeleted(name);
    return known(name).or(() -> studies.find(name).map(this::opened));
  }

  /** Whether a study that is open was deleted or renamed by somebody else; then it is closed. */
  public boolean closeIfDeleted(String name) {
    Instant now = clock.instant();
    Optional<OpenStudy> known = known(name);
    boolean isThere = known.isEmpty() || studies.find(name).filter(known.get()::isOf).isPresent();
    if (isThere) {
      known.ifPresent(study -> study.seen(now));
    } else {
      close(name);
    }
    return !isThere;
  }

  private Optional<OpenStudy> known(String name) {
    synchronized (open) {
      return Optional.ofNullable(open.get(name));
    }
  }

  /** All studies as they stand now, by name. */
  public List<StudyState> all() {
    List<StudyState> all = new ArrayList<>();
    for (StudyEntry entry : studies.list()) {
      look(entry).ifPresent(all::add);
    }
    return all;
  }

  /** A study that was listed; empty if it was deleted since. */
  private Optional<StudyState> look(StudyEntry entry) {
    try {
      return Optional.of(opened(entry).lookAt(entry.change()));
    } catch (RefusedException | StorageException e) {
      if (!closeIfDeleted(entry.name()) && studies.find(entry.name()).isPresent()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Closes a study that was deleted. */
  public void close(String name) {
    OpenStudy gone;
    synchronized (open) {
      gone = open.remove(name);
    }
    if (gone != null) {
      gone.close();
    }
  }

  /** Lets views that are being computed come to an end soon, because all studies will be closed. */
  public void endViews() {
    all(OpenStudy::endViews);
  }

  /** Frees the models that nobody used for some time: they take memory. */
  public void unloadUnused(Duration time) {
    Instant moment = clock.instant().minus(time);
    all(study -> study.unloadIfUnusedSince(moment));
  }

  /** Deletes for good what was deleted long ago. */
  public void emptyDiscarded() {
    studies.empty(clock.instant().minus(KEPT));
  }

  /** Lets others have the trials of workers that gave no sign of life. */
  public void requeueAbandoned() {
    all(OpenStudy::requeueAbandoned);
  }

  @Override
  public void close() {
    List<String> names;
    synchronized (open) {
      names = List.copyOf(open.keySet());
    }
    names.forEach(this::close);
  }

  private void all(Consumer<OpenStudy> work) {
    List<OpenStudy> now;
    synchronized (open) {
      now = List.copyOf(open.values());
    }
    now.forEach(work);
  }

  /** Who else works with the store may have deleted a study and made another one of its name. */
  private OpenStudy opened(StudyEntry entry) {
    synchronized (open) {
      OpenStudy known = open.get(entry.name());
      if (known != null && !known.isOf(entry)) {
        close(entry.name());
      }
      return open.computeIfAbsent(
          entry.name(), name -> new OpenStudy(entry, studies, strategies, clock, views, outputs));
    }
  }
}
