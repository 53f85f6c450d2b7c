package dev.leadline.storage;

import dev.leadline.space.NoTrialLeftException;
import dev.leadline.study.StudyBuilder;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

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

  /** How many trials more there may be beside so many of each state. */
  int room(ToIntFunction<StoredState> count) {
    return trials - Stream.of(StoredState.values()).filter(this::counts).mapToInt(count).sum();
  }

  /** What is thrown where there is no room. */
  NoTrialLeftException spent() {
    return new NoTrialLeftException(
        NoTrialLeftException.Reason.BUDGET,
        "all of the %d trials are used up; give more, or try failed ones again".formatted(trials));
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
