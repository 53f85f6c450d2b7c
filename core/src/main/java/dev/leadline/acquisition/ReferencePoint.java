package dev.leadline.acquisition;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.stream.IntStream;

/** The values that a point has to better in every goal to count at all, where nobody gave them. */
public final class ReferencePoint {

  /* Where a goal is at its best along a whole edge, models tell its points apart by a hair at most, and so all of them are on the
   * front they expect, as bad as they may be in another goal. If these were its ends, most of the volume left would lie there. */

  /** So far beyond its ends, as a share of its extent: the ends count, but not more. */
  private static final double MARGIN = 0.1;

  /** So small a share of the extent is no reason to be worse by more than the margin elsewhere. */
  private static final double TRIFLE = 0.003;

  private ReferencePoint() {}

  /**
   * The reference that follows from a front: a little beyond its worst values that bring more than
   * a trifle in another goal.
   *
   * @param points at least one; one value per goal in each row; small is good
   */
  public static double[] inferred(double[][] points) {
    double[][] front =
        Arrays.stream(ParetoFront.of(points)).mapToObj(i -> points[i]).toArray(double[][]::new);
    double[] extents = new double[points[0].length];
    for (int k = 0; k < extents.length; k++) {
      extents[k] = extent(front, k);
    }
    double[] reference = new double[extents.length];
    for (int k = 0; k < reference.length; k++) {
      int goal = k;
      double[] ends =
          Arrays.stream(front)
              .filter(point -> isWorthIt(point, goal, front, extents))
              .mapToDouble(point -> point[goal])
              .sorted()
              .toArray();
      double worst = ends[ends.length - 1];
      double extent = worst > ends[0] ? worst - ends[0] : extent(points, k);
      reference[k] = beyond(worst, MARGIN * (extent > 0 ? extent : Math.max(1, Math.abs(worst))));
    }
    return reference;
  }

  private static double extent(double[][] points, int goal) {
    DoubleSummaryStatistics values =
        Arrays.stream(points).mapToDouble(point -> point[goal]).summaryStatistics();
    return values.getMax() - values.getMin();
  }

  /** Whether no other point is much better in a goal and hardly worse in any. */
  private static boolean isWorthIt(double[] point, int goal, double[][] front, double[] extents) {
    return Arrays.stream(front)
        .filter(other -> point[goal] - other[goal] > MARGIN * extents[goal])
        .noneMatch(
            other ->
                IntStream.range(0, extents.length)
                    .allMatch(k -> other[k] - point[k] <= TRIFLE * extents[k]));
  }

  /**
   * The reference that lets everything count: a little beyond the worst values seen, because a
   * front may go on where a goal is worse than in any trial, or what is inferred where that is
   * worse.
   *
   * @param points at least one; one value per goal in each row; small is good
   */
  public static double[] widest(double[][] points) {
    double[] reference = inferred(points);
    for (int k = 0; k < reference.length; k++) {
      int goal = k;
      double worst = Arrays.stream(points).mapToDouble(point -> point[goal]).max().orElseThrow();
      reference[k] = Math.max(reference[k], beyond(worst, MARGIN * extent(points, k)));
    }
    return reference;
  }

  /**
   * A given reference, brought to the extent of the values beyond the worst of them where it is
   * farther away: from there on it is the ends of the front alone that make volume.
   *
   * @param points at least one; one value per goal in each row; small is good
   */
  public static double[] near(double[] given, double[][] points) {
    double[] reference = given.clone();
    for (int k = 0; k < reference.length; k++) {
      int goal = k;
      double worst = Arrays.stream(points).mapToDouble(point -> point[goal]).max().orElseThrow();
      double extent = extent(points, k);
      double farthest = beyond(worst, extent > 0 ? extent : Math.max(1, Math.abs(worst)));
      reference[k] = Math.min(given[k], farthest);
    }
    return reference;
  }

  /** Beyond the largest number there is nothing. */
  private static double beyond(double worst, double margin) {
    return Math.min(Double.MAX_VALUE, worst + margin);
  }
}
