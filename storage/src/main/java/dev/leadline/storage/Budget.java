package dev.leadline.storage;

import dev.leadline.study.StudyBuilder;
import java.util.Collection;
import java.util.Map;

/**
 * How many trials a study may have. Immutable and thread-safe.
 *
 * @param trials all of them, whoever makes them; deleted ones do not count
 */
public record Budget(int trials, Counting counting) {

  /** Which trials count. */
  public enum Counting {
    /** Every trial, whatever came of it. */
    ALL,
    /** Failed trials do not count. */
    WITHOUT_FAILED
  }

  public Budget {
    if (trials < 1) {
      throw new IllegalArgumentException("expected a budget of 1 trial or more but got " + trials);
    }
  }

  /** Whether there may be another trial beside those that stand like this. */
  boolean hasRoom(Collection<StoredState> states) {
    return states.stream().filter(this::counts).count() < trials;
  }

  /** Whether there may be another trial beside so many of each state. */
  boolean hasRoom(Map<StoredState, Integer> counts) {
    int counted = 0;
    for (Map.Entry<StoredState, Integer> count : counts.entrySet()) {
      counted += counts(count.getKey()) ? count.getValue() : 0;
    }
    return counted < trials;
  }

  /** Lets a study that suggests know of it. */
  public void tell(StudyBuilder study) {
    switch (counting) {
      case ALL -> study.budget(trials);
      case WITHOUT_FAILED -> study.budgetWithoutFailed(trials);
    }
  }

  /** Whether a trial that stands like this is one of those that the budget allows. */
  public boolean counts(StoredState state) {
    return switch (state) {
      case QUEUED, RUNNING, DONE, STOPPED -> true;
      case FAILED -> counting == Counting.ALL;
      case DELETED -> false;
    };
  }
}
