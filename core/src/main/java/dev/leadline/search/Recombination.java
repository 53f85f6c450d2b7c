package dev.leadline.search;

import java.util.List;
import java.util.random.RandomGenerator;

/** Draws children of candidates: what several of them have got right together. Not thread-safe. */
final class Recombination {

  /*
   * A child takes up to half of its coordinates from a second parent: where coordinates act alone, the best of each meet.
   * Half of the children also take a step along the difference of two parents in some coordinates, which has the size and
   * the direction of what is still undecided.
   */
  private static final double LARGEST_SHARE = 0.5;
  private static final double FURTHER_SHARE = 0.2;

  private final List<double[]> parents;
  private final RandomGenerator random;

  /**
   * @param parents at least one, best first
   */
  Recombination(List<double[]> parents, RandomGenerator random) {
    this.parents = parents;
    this.random = random;
  }

  /** A child, most often of one of the first parents; not clipped to the cube. */
  double[] draw() {
    double early = random.nextDouble();
    double[] child = parents.get((int) (parents.size() * early * early)).clone();
    double[] second = anyone();
    double share = LARGEST_SHARE * random.nextDouble();
    for (int d = 0; d < child.length; d++) {
      if (random.nextDouble() < share) {
        child[d] = second[d];
      }
    }
    if (random.nextBoolean()) {
      step(child, second, anyone(), share + FURTHER_SHARE);
    }
    return child;
  }

  private void step(double[] child, double[] from, double[] to, double share) {
    double length = 0.3 + 0.7 * random.nextDouble();
    for (int d = 0; d < child.length; d++) {
      if (random.nextDouble() < share) {
        child[d] += length * (from[d] - to[d]);
      }
    }
  }

  private double[] anyone() {
    return parents.get(random.nextInt(parents.size()));
  }
}
