package dev.leadline.early;

import java.util.List;
import java.util.Optional;

/** Decides whether a trial that reports as it goes is ended. Implementations are thread-safe. */
public interface EarlyRule extends AutoCloseable {

  /**
   * What is known when a trial has reported; small values are good.
   *
   * @param own the trial, with at least one report
   * @param complete the trials that ran to their end, in the order of their numbers
   * @param cut all others that have reported: running, and ended early
   */
  record Field(CurveTrial own, List<CurveTrial> complete, List<CurveTrial> cut) {

    public Field {
      complete = List.copyOf(complete);
      cut = List.copyOf(cut);
    }

    /** The lowest value at which a curve has ended. */
    double best() {
      return complete.stream().mapToDouble(c -> c.curve().lastValue()).min().orElseThrow();
    }

    /** The share of the whole length that the trial has covered, by the longest complete one. */
    double age() {
      int length = complete.stream().mapToInt(c -> c.curve().lastStep()).max().orElseThrow();
      return (double) own.curve().lastStep() / length;
    }
  }

  /**
   * The end of a trial.
   *
   * @param expected the value at which it would have ended, as far as can be told
   * @param reason why, as part of a sentence
   */
  record End(double expected, String reason) {}

  /** The end of the trial, if it should not go on. */
  Optional<End> end(Field field);

  /** Frees what it holds. */
  @Override
  default void close() {}
}
