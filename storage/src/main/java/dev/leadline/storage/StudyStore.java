package dev.leadline.storage;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where one study is kept. Thread-safe.
 *
 * <p>Every call is one transaction: it happens whole or not at all, also beside other processes,
 * and survives a kill of the process and a loss of power once it has returned.
 *
 * <p>An open store is a session. What it claims is its own until it has a result or the session
 * ends: closed in good order, or dead, which is when it gave no sign of life for some time. Then
 * the trial is queued again. A session gives its signs of life by itself; one that was taken for
 * dead and wakes up again is refused.
 */
public interface StudyStore extends AutoCloseable {

  /** Where the study is, as messages name it. */
  String name();

  StudyHeader header();

  /** What this session changed of what the study is about, one sentence each. */
  List<String> changes();

  /** All trials by number, without a gap. */
  List<StoredTrial> trials();

  /**
   * Claims the first queued trial: its next attempt begins.
   *
   * @return the trial, running; empty if none is queued
   */
  Optional<StoredTrial> claim();

  /**
   * Adds a trial under its number; one that is running is claimed by this session.
   *
   * @return false if the number is not the next one: another was faster, look again
   * @throws BudgetSpentException if it is to run and the study's budget has no room for it
   */
  boolean add(StoredTrial trial);

  /**
   * Lets a trial take a step, such as {@link StoredTrial#told}.
   *
   * @return the trial after it
   * @throws RefusedException if there is no such trial, or as the step says
   */
  StoredTrial change(int number, UnaryOperator<StoredTrial> step);

  /** Whether the budget of the study allows another trial at this moment. */
  boolean hasRoom();

  /** What tells this session from every other one. */
  String token();

  /** Ends the session; trials still running are queued again. */
  @Override
  void close();
}
