package dev.leadline.goals;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The points that no other one betters: in everything at least as good and in something better. */
public final class ParetoFront {

  private ParetoFront() {}

  /** Whether a point is nowhere worse than another and somewhere better; small is good. */
  public static boolean dominates(double[] one, double[] other) {
    boolean better = false;
    for (int k = 0; k < one.length; k++) {
      if (one[k] > other[k]) {
        return false;
      }
      better |= one[k] < other[k];
    }
    return better;
  }

  /**
   * The places of the points that no other one dominates, in their order; equal ones are all kept.
   *
   * @param points one value per goal in each row; small is good
   */
  public static int[] of(double[][] points) {
    return IntStream.range(0, points.length)
        .filter(i -> Arrays.stream(points).noneMatch(other -> dominates(other, points[i])))
        .toArray();
  }
}
