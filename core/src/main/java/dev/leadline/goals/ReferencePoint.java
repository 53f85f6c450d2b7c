package dev.leadline.goals;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/** The values that a point has to better in every goal to count at all, where nobody gave them. */
public final class ReferencePoint {

  /** So far beyond its ends, as a share of its extent: the ends of a front count, but not more. */
  private static final double MARGIN = 0.1;

  private ReferencePoint() {}

  /**
   * The reference that follows from a front: a little beyond its worst values.
   *
   * @param points at least one; one value per goal in each row; small is good
   */
  public static double[] inferred(double[][] points) {
    int[] front = ParetoFront.of(points);
    double[] reference = new double[points[0].length];
    for (int k = 0; k < reference.length; k++) {
      int goal = k;
      DoubleSummaryStatistics ends =
          Arrays.stream(front).mapToDouble(i -> points[i][goal]).summaryStatistics();
      DoubleSummaryStatistics all =
          Arrays.stream(points).mapToDouble(point -> point[goal]).summaryStatistics();
      double worst = ends.getMax();
      double extent = worst > ends.getMin() ? worst - ends.getMin() : all.getMax() - all.getMin();
      reference[k] = worst + MARGIN * (extent > 0 ? extent : Math.max(1, Math.abs(worst)));
    }
    return reference;
  }

  /**
   * The reference that lets everything count: the worst values seen, or what is inferred where that
   * is worse.
   *
   * @param points at least one; one value per goal in each row; small is good
   */
  public static double[] widest(double[][] points) {
    double[] reference = inferred(points);
    for (double[] point : points) {
      for (int k = 0; k < reference.length; k++) {
        reference[k] = Math.max(reference[k], point[k]);
      }
    }
    return reference;
  }
}
