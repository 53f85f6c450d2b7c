package dev.leadline.app.execute;

import dev.leadline.app.metrics.Outcome;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.SharedStudy;
import dev.leadline.storage.StorageException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Results on their way into a study: they wait here while its database cannot be reached. For use
 * by one thread.
 */
final class Outbox {

  /** A database that is away for longer does not come back by itself. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Duration BETWEEN_CALLS = Duration.ofSeconds(1);

  private final SharedStudy study;
  private final BiConsumer<Integer, Outcome> taken;
  private final Map<Integer, Outcome> waiting = new LinkedHashMap<>();
  private long awaySince;
  private long lastCall;
  private boolean isAway;

  /**
   * @param taken told of every result that the study took
   */
  Outbox(SharedStudy study, BiConsumer<Integer, Outcome> taken) {
    this.study = study;
    this.taken = taken;
  }

  void add(int trial, Outcome outcome) {
    waiting.put(trial, outcome);
    send();
  }

  /** Whether it makes sense to talk to the database now. */
  boolean isReachable() {
    return !isAway || System.nanoTime() - lastCall > BETWEEN_CALLS.toNanos();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Tells what waits, if the database can be reached. */
  void send() {
    while (!waiting.isEmpty() && isReachable()) {
      Map.Entry<Integer, Outcome> first = waiting.entrySet().iterator().next();
      try {
        tell(first.getKey(), first.getValue());
      } catch (RefusedException e) {
        // It has a result already: of this very call, whose answer was lost, or of another worker.
        waiting.remove(first.getKey());
        continue;
      } catch (StorageException e) {
        noteAway(e);
        return;
      }
      noteReached();
      waiting.remove(first.getKey());
      taken.accept(first.getKey(), first.getValue());
    }
  }

  void noteReached() {
    isAway = false;
  }

  /**
   * Takes note that the database cannot be reached.
   *
   * @throws StorageException if that is not what is wrong, or it lasts too long
   */
  void noteAway(StorageException why) {
    long now = System.nanoTime();
    if (!why.isUnreachable()) {
      throw why;
    }
    if (!isAway) {
      isAway = true;
      awaySince = now;
    }
    lastCall = now;
    if (now - awaySince > PATIENCE.toNanos()) {
      throw why;
    }
  }

  private void tell(int trial, Outcome outcome) {
    if (outcome.isFailure()) {
      study.fail(trial, outcome.reason());
    } else {
      study.tell(trial, outcome.value(), outcome.further());
    }
  }
}
