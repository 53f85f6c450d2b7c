package dev.leadline.storage;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A store that is gone with its process: for studies that nobody wants to keep. Thread-safe. */
public final class MemoryStore implements StudyStore {

  private final String name;
  private final MemoryStudy study;
  private final List<String> changes;
  private final Claimant self =
      new Claimant(UUID.randomUUID().toString(), "this process", Claimant.USUAL_PATIENCE);

  /** A store with one study, which has no trials yet. */
  public MemoryStore(StudyHeader header) {
    this("a study in memory", new MemoryStudy(header, Clock.systemUTC()), List.of());
  }

  MemoryStore(String name, MemoryStudy study, List<String> changes) {
    this.name = name;
    this.study = study;
    this.changes = List.copyOf(changes);
    study.begin(self);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StudyHeader header() {
    return study.entry(name).header();
  }

  @Override
  public List<String> changes() {
    return changes;
  }

  @Override
  public StudyPhase phase() {
    return study.entry(name).phase();
  }

  @Override
  public List<StoredTrial> trials() {
    return study.trials();
  }

  @Override
  public Changes changesSince(long change) {
    return study.changesSince(change);
  }

  @Override
  public List<Lease> leasesSince(long change) {
    return study.leasesSince(change);
  }

  @Override
  public Claimant self() {
    return self;
  }

  @Override
  public Optional<StoredTrial> claim(Claimant who) {
    return study.claim(who);
  }

  @Override
  public Optional<StoredTrial> granted(Claimant who) {
    return study.granted(who);
  }

  @Override
  public boolean add(StoredTrial trial, Claimant who) {
    return study.add(trial, who);
  }

  @Override
  public StoredTrial change(int number, UnaryOperator<StoredTrial> step) {
    return study.change(number, step);
  }

  @Override
  public Set<Integer> renew(Claimant who) {
    return study.renew(who);
  }

  /** Never called: what a session in memory claimed is its own as long as the process lives. */
  @Override
  public void onLost(Consumer<Set<Integer>> listener) {}

  @Override
  public void release(Claimant who) {
    study.release(who);
  }

  @Override
  public void note(String sentence) {
    study.note(sentence);
  }

  @Override
  public boolean hasRoom() {
    return study.hasRoom();
  }

  @Override
  public <T> T inTurn(Supplier<T> work) {
    synchronized (study.turn) {
      return work.get();
    }
  }

  @Override
  public void close() {
    study.end(self);
  }
}
