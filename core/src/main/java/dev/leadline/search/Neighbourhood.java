package dev.leadline.search;

import java.util.random.RandomGenerator;

/** Draws neighbours of points of the unit cube. Not thread-safe. */
final class Neighbourhood {

  /*
   * Half of the neighbours move in all coordinates, half in a random subset of log-uniform size, by Gaussian steps of a
   * common, log-uniform radius. Small steps leave integers and choices where they are; so, where such coordinates exist,
   * half of the neighbours also redraw a window of them. A window, because a choice of many options is a block of
   * neighbouring coordinates of which the largest wins: redrawing only one of them can never change the winner.
   */
  private final RandomGenerator random;
  private final int[] rough;

  Neighbourhood(int[] rough, RandomGenerator random) {
    this.rough = rough;
    this.random = random;
  }

  /** A point near the centre, not clipped to the cube. */
  double[] draw(double[] centre, double smallestRadius, double largestRadius) {
    double[] point = centre.clone();
    double radius = logUniform(smallestRadius, largestRadius);
    if (random.nextBoolean()) {
      for (int d = 0; d < point.length; d++) {
        point[d] += radius * random.nextGaussian();
      }
    } else {
      moveSome(point, radius);
    }
    if (rough.length > 0 && random.nextBoolean()) {
      redrawWindow(point);
    }
    return point;
  }

  private void moveSome(double[] point, double radius) {
    int left = countUpTo(point.length);
    for (int d = 0; d < point.length; d++) { // selection sampling: exactly `left` coordinates
      if (random.nextInt(point.length - d) < left) {
        point[d] += radius * random.nextGaussian();
        left--;
      }
    }
  }

  private void redrawWindow(double[] point) {
    int length = countUpTo(rough.length);
    int start = random.nextInt(rough.length - length + 1);
    for (int i = start; i < start + length; i++) {
      point[rough[i]] = random.nextDouble();
    }
  }

  private int countUpTo(int most) {
    return Math.min(most, (int) logUniform(1, most + 1));
  }

  private double logUniform(double low, double high) {
    return low * Math.pow(high / low, random.nextDouble());
  }
}
