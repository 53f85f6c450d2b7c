package dev.leadline.app.execute;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processes that live at one moment. Immutable and thread-safe.
 *
 * <p>On Linux it is read from {@code /proc} and knows sessions and environments. A zombie does not
 * live: it has ended, and only its parent, which may never do so, can take it off the list.
 * Elsewhere it is what {@link ProcessHandle} tells: parents, but no sessions and no environments.
 */
public final class ProcessTable {

  private static final Path PROC = Path.of("/proc");

  /** No process has this number, so it is nobody's session. */
  private static final long UNKNOWN = -1;

  /**
   * What stays the same while a process lives.
   *
   * @param start tells it from a later process with the same number
   */
  record ProcessId(long pid, long start) {}

  /** A living process with what may change: children outlive their parents and leave sessions. */
  record ProcessEntry(ProcessId id, long parent, long session) {}

  private final Map<Long, ProcessEntry> living;

  private ProcessTable(Collection<ProcessEntry> living) {
    this.living = new LinkedHashMap<>();
    living.forEach(entry -> this.living.put(entry.id().pid(), entry));
  }

  public static ProcessTable now() {
    return Files.isReadable(PROC.resolve("self/stat")) ? ofProc() : ofHandles();
  }

  static ProcessTable ofHandles() {
    return new ProcessTable(
        ProcessHandle.allProcesses()
            .filter(ProcessHandle::isAlive)
            .map(ProcessTable::entry)
            .toList());
  }

  Collection<ProcessEntry> living() {
    return living.values();
  }

  Optional<ProcessEntry> find(long pid) {
    return Optional.ofNullable(living.get(pid));
  }

  boolean lives(ProcessId id) {
    return find(id.pid()).filter(entry -> entry.id().equals(id)).isPresent();
  }

  /** Whether a process was started with all these {@code NAME=value}; false if that is secret. */
  static boolean isMarked(long pid, Set<String> mark) {
    try {
      byte[] bytes = Files.readAllBytes(PROC.resolve(pid + "/environ"));
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      return new HashSet<>(Arrays.asList(text.split("\0", -1))).containsAll(mark);
    } catch (IOException e) {
      return false;
    }
  }

  private static ProcessTable ofProc() {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      List<ProcessEntry> living = new ArrayList<>();
      for (Path process : processes) {
        read(process).ifPresent(living::add);
      }
      return new ProcessTable(living);
    } catch (IOException e) {
      return ofHandles();
    }
  }

  private static Optional<ProcessEntry> read(Path process) {
    try {
      String stat =
          new String(Files.readAllBytes(process.resolve("stat")), StandardCharsets.ISO_8859_1);
      return parse(Long.parseLong(process.getFileName().toString()), stat);
    } catch (IOException e) {
      return Optional.empty(); // it has ended
    }
  }

  /* The name in parentheses may hold anything, so fields are counted from the last parenthesis:
   * state, parent, group, session, then num_threads as the 18th and starttime as the 20th. */
  private static Optional<ProcessEntry> parse(long pid, String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    boolean ended = fields[0].equals("Z") || fields[0].equals("X");
    // The first thread of a process may end before the others.
    if (ended && Integer.parseInt(fields[17]) <= 1) {
      return Optional.empty();
    }
    return Optional.of(
        new ProcessEntry(
            new ProcessId(pid, Long.parseLong(fields[19])),
            Long.parseLong(fields[1]),
            Long.parseLong(fields[3])));
  }

  private static ProcessEntry entry(ProcessHandle process) {
    return new ProcessEntry(
        new ProcessId(
            process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L)),
        process.parent().map(ProcessHandle::pid).orElse(UNKNOWN),
        UNKNOWN);
  }
}
