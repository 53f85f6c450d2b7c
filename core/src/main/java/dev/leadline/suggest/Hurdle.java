package dev.leadline.suggest;

/** What a candidate is expected to improve on. */
public enum Hurdle {
  /**
   * The lowest value that the model expects at a place it has seen. The lowest value seen may be
   * luck, or a spike that nothing around it explains: then next to nothing seems to improve on it,
   * and the search turns away from where it should go on.
   */
  LOWEST_EXPECTED,
  /** The lowest value seen, as in the paper, wherever values repeat. */
  LOWEST_SEEN
}
