package dev.leadline.acquisition;

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

  /**
   * The points that no other one dominates, a little better than they are where they are very many:
   * a goal that takes more values than wanted takes the next better one of a choice among them.
   *
   * @param points one value per goal in each row; small is good
   * @param most how many values a goal may take
   */
  public static double[][] coarse(double[][] points, int most) {
    double[][] front =
        Arrays.stream(of(points)).mapToObj(i -> points[i].clone()).toArray(double[][]::new);
    for (int k = 0; k < (front.length > most ? front[0].length : 0); k++) {
      int goal = k;
      double[] all =
          Arrays.stream(front).mapToDouble(point -> point[goal]).distinct().sorted().toArray();
      int count = Math.min(most, all.length);
      double[] kept = // the lowest is one of them
          IntStream.range(0, count)
              .mapToDouble(i -> all[(int) ((long) i * all.length / count)])
              .toArray();
      for (double[] point : front) {
        int place = Arrays.binarySearch(kept, point[goal]);
        point[goal] = kept[place < 0 ? -place - 2 : place];
      }
    }
    return front;
  }
}
