package dev.leadline.torch.train;

import org.jspecify.annotations.Nullable;

/**
 * How a run is conducted where the paper says nothing. Immutable and thread-safe.
 *
 * @param borders where the buckets' borders come from
 * @param flat what to do with a network whose predictions do not depend on the query
 * @param finish when and how the run ends; null for a schedule over all of its steps
 */
public record TrainingOptions(BorderRule borders, Flat flat, @Nullable Finish finish) {

  /** What to do with a network whose predictions do not depend on the query. */
  public enum Flat {
    /** Stop: it has not learned, and a search by it is worse than random. */
    STOP,
    /** Go on: that it does not learn is the result. */
    GO_ON
  }

  /** A network that does not learn is stopped. */
  public static TrainingOptions standard() {
    return new TrainingOptions(BorderRule.POOLED, Flat.STOP, null);
  }

  /** The paper by the letter, whatever comes of it. */
  public static TrainingOptions literal() {
    return new TrainingOptions(BorderRule.POOLED, Flat.GO_ON, null);
  }

  /** From which values of the prior the borders of equal mass are taken. */
  public enum BorderRule {
    /**
     * From contexts and targets together; the outermost borders cut their buckets in half. With the
     * ν split a quarter of the targets then falls into the lowest bucket.
     */
    POOLED,
    /** From targets only, each batch alike; the outermost borders are the extremes. */
    TARGETS
  }

  /**
   * The end of a run that lasts as long as it learns: the learning rate stays at its peak until the
   * loss stands still, or for the given share of the longest run, and falls to zero in the rest, on
   * longer tasks. Immutable and thread-safe.
   *
   * @param from the share of the run at which it begins
   * @param tasks the number of tasks of its batches
   * @param sizes the sizes of its tasks
   * @param rule when the loss stands still
   */
  public record Finish(double from, int tasks, TaskSizes sizes, StandStill rule) {

    public Finish {
      if (!(from > 0 && from < 1) || tasks < 1) {
        throw new IllegalArgumentException(
            "expected a share of the run in (0, 1) and at least one task but got %s and %d"
                .formatted(from, tasks));
      }
    }

    /**
     * The place on a plain schedule, which falls from the end of its warm-up on, that has the
     * learning rate of this share of the run.
     */
    public double place(double share, double warmUp) {
      return share < from
          ? Math.min(share, warmUp)
          : warmUp + (1 - warmUp) * (share - from) / (1 - from);
    }

    /** The length of a run whose loss stood still after so many steps. */
    long steps(long still) {
      return Math.round(still / from);
    }
  }
}
