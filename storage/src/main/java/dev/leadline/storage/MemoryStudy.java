package dev.leadline.storage;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** What all sessions of a study in memory share. Thread-safe: every method is atomic. */
final class MemoryStudy {

  final Object turn = new Object();
  private final Clock clock;
  private final Instant created;
  private final List<StoredTrial> trials = new ArrayList<>();
  private final List<Long> changed = new ArrayList<>();
  private final TreeMap<Integer, Lease> leases = new TreeMap<>();
  private final Map<String, Integer> requests = new HashMap<>();
  private final Set<String> sessions = new HashSet<>();
  private StudyHeader header;
  private StudyPhase phase = StudyPhase.OPEN;
  private long change;
  private boolean isDeleted;

  MemoryStudy(StudyHeader header, Clock clock) {
    this.header = header;
    this.clock = clock;
    this.created = clock.instant();
  }

  synchronized StudyEntry entry(String name) {
    return new StudyEntry(name, header, phase, change, created);
  }

  synchronized List<StoredTrial> trials() {
    return List.copyOf(trials);
  }

  synchronized Changes changesSince(long earlier) {
    List<StoredTrial> news =
        trials.stream().filter(trial -> changed.get(trial.number()) > earlier).toList();
    return new Changes(change, header, phase, news);
  }

  synchronized List<Lease> leasesSince(long earlier) {
    return leases.values().stream()
        .filter(
            lease ->
                changed.get(lease.trial()) > earlier
                    || trials.get(lease.trial()).state() == StoredState.RUNNING)
        .toList();
  }

  /** Continues as another header wants, and says what that changed. */
  synchronized List<String> continueAs(StudyHeader wanted) {
    int known = header.changes().size();
    header = header.continuedAs(wanted, trials.size());
    change++;
    return header.changes().subList(known, header.changes().size());
  }

  synchronized void setPhase(StudyPhase newPhase) {
    phase = newPhase;
    change++;
  }

  synchronized void setBudget(Optional<Budget> budget) {
    header = header.withBudget(budget);
    change++;
  }

  synchronized void note(String sentence) {
    requireThere();
    header = header.noted(sentence);
    change++;
  }

  synchronized void delete() {
    isDeleted = true;
  }

  /** A session lives as long as this process: what it claimed does not run out. */
  synchronized void begin(Claimant session) {
    sessions.add(session.token());
  }

  synchronized void end(Claimant session) {
    if (sessions.remove(session.token()) && !isDeleted) {
      release(session);
    }
  }

  synchronized Optional<StoredTrial> claim(Claimant who) {
    requireThere();
    NotOpenException.require(phase);
    Optional<StoredTrial> granted = granted(who);
    if (granted.isPresent()) {
      return granted;
    }
    buryTheDead();
    return trials.stream()
        .filter(trial -> trial.state() == StoredState.QUEUED)
        .findFirst()
        .map(trial -> claimed(trial.claimed(), who));
  }

  synchronized boolean add(StoredTrial trial, Claimant who) {
    requireThere();
    if (trial.number() != trials.size() || granted(who).isPresent()) {
      return false;
    }
    if (trial.state().isOpen() && !hasRoom()) {
      throw new BudgetSpentException(header.budget().orElseThrow());
    }
    if (trial.state() == StoredState.RUNNING) {
      NotOpenException.require(phase);
      leases.put(trial.number(), Lease.begin(trial.number(), who, clock.instant()));
    }
    trials.add(trial);
    changed.add(++change);
    who.request().ifPresent(key -> requests.put(key, trial.number()));
    return true;
  }

  synchronized Optional<StoredTrial> granted(Claimant who) {
    return who.request()
        .map(requests::get)
        .map(trials::get)
        .filter(trial -> Granted.isOver(trial.state()) || held(who).contains(trial.number()));
  }

  synchronized StoredTrial change(int number, UnaryOperator<StoredTrial> step) {
    requireThere();
    if (number < 0 || number >= trials.size()) {
      throw RefusedException.noTrial(number);
    }
    return put(step.apply(trials.get(number)));
  }

  synchronized Set<Integer> renew(Claimant who) {
    requireThere();
    Instant now = clock.instant();
    Set<Integer> held = held(who);
    held.forEach(trial -> leases.computeIfPresent(trial, (k, lease) -> lease.renewed(who, now)));
    return held;
  }

  synchronized void release(Claimant who) {
    held(who).forEach(trial -> put(trials.get(trial).released()));
  }

  synchronized boolean hasRoom() {
    List<StoredState> states = trials.stream().map(StoredTrial::state).toList();
    return header.budget().isEmpty() || header.budget().get().hasRoom(states);
  }

  private void requireThere() {
    if (isDeleted) {
      throw new StorageException("the study was deleted; use another one");
    }
  }

  private Set<Integer> held(Claimant who) {
    Set<Integer> held = new TreeSet<>();
    for (Lease lease : leases.values()) {
      if (lease.isHeldBy(who) && trials.get(lease.trial()).state() == StoredState.RUNNING) {
        held.add(lease.trial());
      }
    }
    return held;
  }

  private void buryTheDead() {
    Instant now = clock.instant();
    for (Lease lease : List.copyOf(leases.values())) {
      StoredTrial trial = trials.get(lease.trial());
      if (trial.state() == StoredState.RUNNING
          && lease.hasRunOut(now)
          && !sessions.contains(lease.token())) {
        put(trial.orphaned(header.maxDeaths(), now));
      }
    }
  }

  private StoredTrial claimed(StoredTrial trial, Claimant who) {
    leases.put(trial.number(), Lease.begin(trial.number(), who, clock.instant()));
    who.request().ifPresent(key -> requests.put(key, trial.number()));
    return put(trial);
  }

  private StoredTrial put(StoredTrial trial) {
    trials.set(trial.number(), trial);
    changed.set(trial.number(), ++change);
    return trial;
  }
}
