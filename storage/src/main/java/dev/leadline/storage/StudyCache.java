package dev.leadline.storage;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The trials of a study as they stood after a change of it, in memory. For one thread at a time.
 */
final class StudyCache {

  private final List<TrialRow> rows = new ArrayList<>(); // by number
  private final NavigableMap<Long, NavigableSet<Integer>> changed = new TreeMap<>();
  private final Map<String, Integer> requests = new HashMap<>();
  private final Map<StoredState, NavigableSet<Integer>> states = new EnumMap<>(StoredState.class);
  private final NavigableSet<Integer> news = new TreeSet<>();
  private @Nullable List<TrialRow> all; // a copy of the rows, until one is put
  private long change = -1;

  /** The number of the change; −1 before the first look at the study. */
  long change() {
    return change;
  }

  /** Takes what changed in the study until a change. */
  void learn(List<TrialRow> newer, long until) throws RowDamage {
    for (TrialRow row : newer) {
      if (row.number() > rows.size()) {
        throw new RowDamage("trial " + rows.size(), "it is missing");
      }
      put(row);
    }
    change = Math.max(change, until);
  }

  /** Forgets everything: it may not be what is kept. */
  void clear() {
    rows.clear();
    changed.clear();
    requests.clear();
    states.clear();
    news.clear();
    all = null;
    change = -1;
  }

  /** Adds a trial of the next number, or replaces one. */
  void put(TrialRow row) {
    int number = row.number();
    all = null;
    if (number == rows.size()) {
      rows.add(row);
    } else {
      remove(rows.set(number, row));
    }
    changed.computeIfAbsent(row.changed(), none -> new TreeSet<>()).add(number);
    in(row.trial().state()).add(number);
    row.request().ifPresent(key -> requests.put(key, number));
    news.add(number);
  }

  private void remove(TrialRow before) {
    NavigableSet<Integer> together = changed.getOrDefault(before.changed(), new TreeSet<>());
    together.remove(before.number());
    if (together.isEmpty()) {
      changed.remove(before.changed());
    }
    in(before.trial().state()).remove(before.number());
    before.request().ifPresent(key -> requests.remove(key, before.number()));
  }

  int size() {
    return rows.size();
  }

  Optional<TrialRow> find(int number) {
    return number >= 0 && number < rows.size() ? Optional.of(rows.get(number)) : Optional.empty();
  }

  /** The trial that was asked for or added under a key. */
  Optional<TrialRow> requested(String key) {
    return Optional.ofNullable(requests.get(key)).map(rows::get);
  }

  /** The trials that changed after a change, by number; all of them after a negative one. */
  List<TrialRow> since(long earlier) {
    if (earlier < 0) {
      all = all == null ? List.copyOf(rows) : all;
      return all;
    }
    NavigableSet<Integer> numbers = new TreeSet<>();
    changed.tailMap(earlier, false).values().forEach(numbers::addAll);
    return numbers.stream().map(rows::get).toList();
  }

  /** The first trial that waits to be tried again. */
  Optional<TrialRow> firstQueued() {
    return in(StoredState.QUEUED).stream().findFirst().map(rows::get);
  }

  List<TrialRow> running() {
    return in(StoredState.RUNNING).stream().map(rows::get).toList();
  }

  /** How many trials stand so. */
  int count(StoredState state) {
    return in(state).size();
  }

  /** The trials that changed since this was asked for. */
  List<TrialRow> takeNews() {
    List<TrialRow> taken = news.stream().map(rows::get).toList();
    news.clear();
    return taken;
  }

  private NavigableSet<Integer> in(StoredState state) {
    return states.computeIfAbsent(state, none -> new TreeSet<>());
  }
}
