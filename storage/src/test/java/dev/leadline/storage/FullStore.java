package dev.leadline.storage;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
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
  public List<Attachment> attachments() {
    return below.attachments();
  }

  @Override
  public void attach(Attachment attachment) {
    writable().attach(attachment);
  }

  @Override
  public void note(String sentence) {
    writable().note(sentence);
  }

  @Override
  public Changes changesSince(long change) {
    return below.changesSince(change);
  }

  @Override
  public List<Lease> leases() {
    return below.leases();
  }

  @Override
  public Claimant self() {
    return below.self();
  }

  @Override
  public Optional<StoredTrial> claim(Claimant who) {
    return below.claim(who);
  }

  @Override
  public void follow(Consumer<StoredTrial> follower) {
    below.follow(follower);
  }

  @Override
  public int add(List<StoredTrial> trials, List<Claimant> who) {
    return writable().add(trials, who);
  }

  @Override
  public int append(IntFunction<StoredTrial> trial, Claimant who) {
    return writable().append(trial, who);
  }

  @Override
  public Set<Integer> renew(Claimant who) {
    return writable().renew(who);
  }

  @Override
  public void requeueAbandoned() {
    writable().requeueAbandoned();
  }

  @Override
  public void onLost(Consumer<Set<Integer>> listener) {
    below.onLost(listener);
  }

  @Override
  public void release(Claimant who) {
    writable().release(who);
  }

  @Override
  public Turn turn() {
    return below.turn();
  }

  @Override
  public TrialRow change(int number, UnaryOperator<StoredTrial> step) {
    return writable().change(number, step);
  }

  @Override
  public int room() {
    return below.room();
  }

  @Override
  public void close() {
    below.close();
  }
}
