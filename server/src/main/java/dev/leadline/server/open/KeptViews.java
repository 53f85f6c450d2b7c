package dev.leadline.server.open;

import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What models said of studies, as text, within a bound for all studies together. Thread-safe. */
public final class KeptViews {

  /* The largest study takes some two hundred megabytes while it is looked at, of which little is kept; what nobody looked at for the
  longest time goes first. */

  private static final long PATIENCE_SECONDS = 30;

  private final int atATime;
  private final Semaphore computing;
  private final Bounded<Key, View> kept;

  /**
   * @param most bytes that are kept
   * @param atATime how many are computed at a time
   */
  KeptViews(long most, int atATime) {
    this.atATime = atATime;
    this.computing = new Semaphore(atATime);
    this.kept = new Bounded<>(most, view -> view.text.length());
  }

  private record Key(Object study, String name) {}

  private record View(long change, String text) {}

  /** How many bytes are kept. */
  public long bytes() {
    return kept.sum();
  }

  /** How many are being computed. */
  public int computing() {
    return atATime - computing.availablePermits();
  }

  /**
   * A view of a study after a change, computed unless it is kept.
   *
   * @throws ProblemException if too many others are being computed
   */
  String of(Object study, String name, long change, Supplier<String> work) {
    Key key = new Key(study, name);
    Optional<View> known = kept.get(key).filter(view -> view.change == change);
    if (known.isPresent()) {
      return known.get().text;
    }
    String text = computed(work);
    kept.put(key, new View(change, text));
    return text;
  }

  /** Lets go of all views of a study. */
  void forget(Object study) {
    kept.removeIf(key -> key.study == study);
  }

  private String computed(Supplier<String> work) {
    try {
      if (!computing.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw busy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy();
    }
    try {
      return work.get();
    } finally {
      computing.release();
    }
  }

  private static ProblemException busy() {
    return Status.SERVICE_UNAVAILABLE
        .problem("models of other studies are being looked at; try again")
        .withHeader("Retry-After", "10");
  }
}
