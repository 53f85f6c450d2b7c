package dev.leadline.acquisition;

/** Volumes by the definition, for few points. */
final class Volumes {

  private Volumes() {}

  /** The union of the boxes between the points and the reference, by inclusion and exclusion. */
  static double byInclusion(double[][] points, double[] reference) {
    double sum = 0;
    for (int some = 1; some < 1 << points.length; some++) {
      double box = Integer.bitCount(some) % 2 == 1 ? 1 : -1;
      for (int k = 0; k < reference.length; k++) {
        double from = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < points.length; i++) {
          from = (some >> i & 1) == 1 ? Math.max(from, points[i][k]) : from;
        }
        box *= Math.max(0, reference[k] - from);
      }
      sum += box;
    }
    return sum;
  }
}
