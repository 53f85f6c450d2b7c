package dev.leadline.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A store that is gone with its process: for studies that nobody wants to keep. Thread-safe. */
public final class MemoryStore implements StudyStore {

  private final StudyHeader header;
  private final String token = UUID.randomUUID().toString();
  private final List<StoredTrial> trials = new ArrayList<>();

  public MemoryStore(StudyHeader header) {
    this.header = header;
  }

  @Override
  public String name() {
    return "a study in memory";
  }

  @Override
  public StudyHeader header() {
    return header;
  }

  @Override
  public List<String> changes() {
    return List.of();
  }

  @Override
  public synchronized List<StoredTrial> trials() {
    return List.copyOf(trials);
  }

  @Override
  public synchronized Optional<StoredTrial> claim() {
    return trials.stream()
        .filter(trial -> trial.state() == StoredState.QUEUED)
        .findFirst()
        .map(trial -> change(trial.number(), StoredTrial::claimed));
  }

  @Override
  public synchronized boolean add(StoredTrial trial) {
    if (trial.number() != trials.size()) {
      return false;
    }
    if (trial.state() == StoredState.RUNNING && !hasRoom()) {
      throw new BudgetSpentException(header.budget().orElseThrow());
    }
    return trials.add(trial);
  }

  @Override
  public synchronized StoredTrial change(int number, UnaryOperator<StoredTrial> step) {
    if (number < 0 || number >= trials.size()) {
      throw RefusedException.noTrial(number);
    }
    trials.set(number, step.apply(trials.get(number)));
    return trials.get(number);
  }

  @Override
  public synchronized boolean hasRoom() {
    List<StoredState> states = trials.stream().map(StoredTrial::state).toList();
    return header.budget().isEmpty() || header.budget().get().hasRoom(states);
  }

  @Override
  public String token() {
    return token;
  }

  @Override
  public synchronized void close() {
    trials.replaceAll(trial -> trial.state() == StoredState.RUNNING ? trial.released() : trial);
  }
}
