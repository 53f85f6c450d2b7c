package dev.leadline.torch.pretrain;

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
