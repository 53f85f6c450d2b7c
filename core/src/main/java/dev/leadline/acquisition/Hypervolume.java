package dev.leadline.acquisition;

/** The volume between a set of points and a reference that is worse than all that counts. */
public final class Hypervolume {

  /* What is free inside the box from the best value of each goal to the reference is taken from that box: one way to cut space
   * into boxes serves for the volume and for what is expected to come to it. The error is some 1e-15 of the box. */

  private Hypervolume() {}

  /**
   * The volume of all that some point dominates and that is better than the reference; the largest
   * number where the volume of a box around it is beyond all numbers.
   *
   * @param points one value per goal in each row, two or three goals; small is good
   */
  public static double of(double[][] points, double[] reference) {
    BoxDecomposition free = BoxDecomposition.of(points, reference);
    double box = 1;
    for (int k = 0; k < free.goals(); k++) {
      double[] knots = free.knots(k);
      box *= knots[knots.length - 1] - knots[0];
    }
    if (!Double.isFinite(box)) {
      return Double.MAX_VALUE;
    }
    double left = box;
    for (int b = 0; b < free.size(); b++) {
      double volume = 1;
      for (int k = 0; k < free.goals(); k++) {
        double[] knots = free.knots(k);
        volume *= knots[free.upper(b, k)] - knots[Math.max(0, free.lower(b, k))];
      }
      left -= volume;
    }
    return Math.max(0, left);
  }
}
