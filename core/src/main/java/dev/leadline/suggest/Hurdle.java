package dev.leadline.suggest;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.stream.IntStream;

/** What a candidate is expected to improve on. */
public enum Hurdle {
  /**
   * The lowest value that the model expects at a place it has seen. The lowest value seen may be
   * luck, or a spike that nothing around it explains: then next to nothing seems to improve on it,
   * and the search turns away from where it should go on.
   */
  LOWEST_EXPECTED,
  /** The lowest value seen, as in the paper, wherever values repeat. */
  LOWEST_SEEN;

  /** So many of the lowest observations may be the one that the model expects most of. */
  private static final int PROMISING = 32;

  /**
   * The observed points at which the lowest expected value is looked for: those of the lowest
   * values, in the order of observation.
   */
  public static double[][] promising(Observations known) {
    double[] values = known.values();
    double limit = Arrays.stream(values).sorted().limit(PROMISING).max().orElseThrow();
    return IntStream.range(0, values.length)
        .filter(i -> values[i] <= limit)
        .mapToObj(known::point)
        .toArray(double[][]::new);
  }
}
