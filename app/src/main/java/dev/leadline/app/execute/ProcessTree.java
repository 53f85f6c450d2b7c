package dev.leadline.app.execute;

import dev.leadline.app.execute.ProcessTable.ProcessEntry;
import dev.leadline.app.execute.ProcessTable.ProcessId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A process and everything it started, to be ended together. Not thread-safe.
 *
 * <p>A process belongs to it by its parent, by its session or by a mark in its environment, so that
 * one that has left its parent is found, too. Only living parents lead to a child, and a program
 * may drop its session and its environment: {@link #observe} remembers what was seen while it ran.
 */
public final class ProcessTree {

  /** How long a process may take to end after it was asked to. */
  public static final Duration GRACE = Duration.ofSeconds(2);

  /** How long the system may take to end a process that was killed. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final long POLL_MILLIS = 20;
  private static final long NONE = -1;

  private final long root;
  private final Set<String> mark;
  private final Duration grace;
  private final Set<ProcessId> seen = new LinkedHashSet<>();
  private final Set<ProcessId> asked = new HashSet<>();
  private boolean ending;
  private long deadlineNanos;

  private ProcessTree(long root, Set<String> mark, Duration grace) {
    if (mark.isEmpty()) {
      throw new IllegalArgumentException("expected a mark of one variable or more but got none");
    }
    this.root = root;
    this.mark = Set.copyOf(mark);
    this.grace = grace;
  }

  /**
   * The tree of a process that was just started.
   *
   * @param mark {@code NAME=value} of environment variables that nothing else has
   */
  public static ProcessTree of(ProcessHandle root, Set<String> mark, Duration grace) {
    return new ProcessTree(root.pid(), mark, grace);
  }

  /** Everything with the mark, whoever started it. */
  public static ProcessTree marked(Set<String> mark, Duration grace) {
    return new ProcessTree(NONE, mark, grace);
  }

  /** Remembers the members that live now. */
  public void observe(ProcessTable table) {
    int before;
    do {
      before = seen.size();
      for (ProcessEntry process : table.living()) {
        if (process.id().pid() == root
            || process.session() == root
            || hasMemberAsParent(table, process)) {
          seen.add(process.id());
        }
      }
    } while (seen.size() > before);
  }

  /**
   * Takes one step towards the end of all members: asks them, and after the grace period makes
   * them.
   *
   * @param nanoTime the time of the table by {@link System#nanoTime}
   * @return whether it is over: none lives, or the system does not let some go
   */
  public boolean end(ProcessTable table, long nanoTime) {
    if (!ending) {
      ending = true;
      deadlineNanos = nanoTime + grace.toNanos();
    }
    observeMarked(table);
    observe(table);
    long late = nanoTime - deadlineNanos;
    List<ProcessId> living = living(table);
    for (ProcessId process : living) {
      if (late >= 0) {
        ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
      } else if (asked.add(process)) {
        ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroy);
      }
    }
    return living.isEmpty() || late > PATIENCE.toNanos();
  }

  /** Ends all trees, within one grace period for all of them. */
  public static void endAll(Collection<ProcessTree> trees) {
    boolean interrupted = false;
    Set<ProcessTree> left = new LinkedHashSet<>(trees);
    while (!left.isEmpty()) {
      ProcessTable table = ProcessTable.now();
      long now = System.nanoTime();
      left.removeIf(tree -> tree.end(table, now));
      try {
        TimeUnit.MILLISECONDS.sleep(left.isEmpty() ? 0 : POLL_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether {@link #end} was called. */
  public boolean isEnding() {
    return ending;
  }

  /** The numbers of the members that live. */
  public List<Long> survivors(ProcessTable table) {
    return living(table).stream().map(ProcessId::pid).toList();
  }

  private List<ProcessId> living(ProcessTable table) {
    return seen.stream().filter(table::lives).toList();
  }

  private boolean hasMemberAsParent(ProcessTable table, ProcessEntry process) {
    return table.find(process.parent()).map(ProcessEntry::id).filter(seen::contains).isPresent();
  }

  private void observeMarked(ProcessTable table) {
    long self = ProcessHandle.current().pid();
    for (ProcessEntry process : table.living()) {
      ProcessId id = process.id();
      if (id.pid() != self && !seen.contains(id) && ProcessTable.isMarked(id.pid(), mark)) {
        seen.add(id);
      }
    }
  }
}
