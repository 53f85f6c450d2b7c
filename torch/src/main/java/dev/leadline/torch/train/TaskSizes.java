package dev.leadline.torch.train;

import java.util.random.RandomGenerator;

/**
 * How many points of a task are seen and how many are predicted. Immutable and thread-safe.
 *
 * @param context the law of the number of context points
 * @param rule what the count counts
 * @param count the number of queries, or of all points
 */
public record TaskSizes(ContextSizes context, Rule rule, int count) {

  /** What the count of a {@link TaskSizes} counts. */
  public enum Rule {
    /** The queries: their number does not depend on the context. */
    QUERIES,
    /** All points: those not in the context are queries, as in the paper. */
    POINTS
  }

  /** The sizes of one batch: C context points, Q queries. */
  record Sizes(int context, int queries) {}

  public TaskSizes {
    int least = rule == Rule.QUERIES ? 1 : context.sizes().get(context.sizes().size() - 1) + 1;
    if (count < least) {
      throw new IllegalArgumentException(
          "expected at least %d %s but got %d".formatted(least, rule, count));
    }
  }

  /** So many queries after log-uniform contexts of six points or more, which can be scaled. */
  public static TaskSizes scalable(int largestContext, int queries) {
    return new TaskSizes(ContextSizes.scalable(largestContext), Rule.QUERIES, queries);
  }

  Sizes draw(RandomGenerator random) {
    return with(context.draw(random));
  }

  /** The sizes of a batch whose context is as large as in this share of all batches at most. */
  Sizes at(double share) {
    return with(context.at(share));
  }

  /** The mean number of points of a task, context and queries. */
  public double meanPoints() {
    return rule == Rule.POINTS ? count : context.mean() + count;
  }

  private Sizes with(int seen) {
    return new Sizes(seen, rule == Rule.QUERIES ? count : count - seen);
  }
}
