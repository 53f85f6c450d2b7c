package dev.leadline.app.torture;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was done to the program, and what it did wrong. Thread-safe. */
final class Tally {

  /** What is counted. */
  enum Count {
    KILLS("kills"),
    LOST("told trials lost"),
    FUZZED("fuzzed lines"),
    WRONG("wrong answers"),
    ENDED("trials ended by others"),
    DAMAGED("damaged files"),
    SILENT("silent changes");

    private final String words;

    Count(String words) {
      this.words = words;
    }

    boolean isFault() {
      return this == LOST || this == WRONG || this == ENDED || this == SILENT;
    }
  }

  private static final int MOST_TOLD = 20;

  private final Map<Count, Integer> counts = new EnumMap<>(Count.class);
  private final List<String> faults = new ArrayList<>();

  synchronized void add(Count count, int more) {
    counts.merge(count, more, Integer::sum);
  }

  synchronized void fault(Count count, String story) {
    add(count, 1);
    faults.add(story.strip());
  }

  synchronized int of(Count count) {
    return counts.getOrDefault(count, 0);
  }

  synchronized boolean isClean() {
    return faults.isEmpty();
  }

  /** The counts and the first faults, a line each. */
  synchronized List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Count count : Count.values()) {
      String wish = count.isFault() ? " (must be 0)" : "";
      lines.add("%-22s %d%s".formatted(count.words, of(count), wish));
    }
    faults.stream().limit(MOST_TOLD).map(story -> "fault: " + story).forEach(lines::add);
    if (faults.size() > MOST_TOLD) {
      lines.add("and %d more faults".formatted(faults.size() - MOST_TOLD));
    }
    return lines;
  }
}
