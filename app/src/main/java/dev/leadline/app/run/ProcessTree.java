package dev.leadline.app.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A process and everything it started. Not thread-safe.
 *
 * <p>Only living ancestors lead to a descendant, so {@link #observe} is called while the process
 * runs: what was seen once is remembered even after its parent has ended.
 */
final class ProcessTree {

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final long POLL_MILLIS = 20;

  private final ProcessHandle root;
  private final Set<ProcessHandle> seen = new LinkedHashSet<>();

  ProcessTree(ProcessHandle root) {
    this.root = root;
    seen.add(root);
  }

  /** Remembers the descendants that live now. */
  void observe() {
    List<ProcessHandle> known = new ArrayList<>(seen);
    for (ProcessHandle process : known) {
      process.descendants().forEach(seen::add);
    }
  }

  /** Asks all to end, parents first, and after a grace period makes them. */
  void kill() {
    observe();
    seen.forEach(ProcessHandle::destroy);
    long deadline = System.nanoTime() + GRACE.toNanos();
    while (anyAlive() && System.nanoTime() < deadline) {
      pause();
      observe();
    }
    // A process may start another while its siblings are being killed: look again until none lives.
    while (anyAlive()) {
      observe();
      seen.forEach(ProcessHandle::destroyForcibly);
      pause();
    }
  }

  ProcessHandle root() {
    return root;
  }

  private boolean anyAlive() {
    return seen.stream().anyMatch(ProcessHandle::isAlive);
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
