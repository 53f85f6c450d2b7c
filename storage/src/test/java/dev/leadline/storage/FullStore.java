package dev.leadline.storage;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A store whose disk may be full. */
final class FullStore implements StudyStore {

  private final StudyStore below;
  boolean isFull;

  FullStore(StudyStore below) {
    this.below = below;
  }

  private StudyStore writable() {
    if (isFull) {
      throw new StorageException("the disk is full");
    }
    return below;
  }

  @Override
  public String name() {
    return below.name();
  }

  @Override
  public StudyHeader header() {
    return below.header();
  }

  @Override
  public List<String> changes() {
    return below.changes();
  }

  @Override
  public List<StoredTrial> trials() {
    return below.trials();
  }

  @Override
  public Optional<StoredTrial> claim() {
    return below.claim();
  }

  @Override
  public boolean add(StoredTrial trial) {
    return writable().add(trial);
  }

  @Override
  public StoredTrial change(int number, UnaryOperator<StoredTrial> step) {
    return writable().change(number, step);
  }

  @Override
  public boolean hasRoom() {
    return below.hasRoom();
  }

  @Override
  public String token() {
    return below.token();
  }

  @Override
  public void close() {
    below.close();
  }
}
