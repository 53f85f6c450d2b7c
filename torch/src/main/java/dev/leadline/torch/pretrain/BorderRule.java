package dev.leadline.torch.pretrain;

/** From which values of the prior the borders of equal mass are taken. */
public enum BorderRule {
  /**
   * From contexts and targets together; the outermost borders cut their buckets in half. With the ν
   * split a quarter of the targets then falls into the lowest bucket.
   */
  POOLED,
  /** From targets only, each batch alike; the outermost borders are the extremes. */
  TARGETS
}
