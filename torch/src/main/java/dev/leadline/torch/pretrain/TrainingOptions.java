package dev.leadline.torch.pretrain;

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
}
