package dev.leadline.search;

import dev.leadline.space.Coordinate;
import dev.leadline.space.PointSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Candidates: drawn, snapped, allowed and all different. Not thread-safe. */
final class CandidatePool {

  private static final int TRIES_PER_CANDIDATE = 10;
  private static final int TRIES_OF_THE_LAST_RESORT = 20_000;
  private static final double LARGEST_PART = 0.5;
  private static final double FURTHER_PART = 0.2;

  private final Domain domain;
  private final RandomGenerator random;
  private final Supplier<double[]> anywhere;
  private final int[] rough; // the coordinates that are no real numbers: integers, choices, flags
  private final PointSet seen = PointSet.exact();
  private final List<double[]> waiting = new ArrayList<>();

  /**
   * @param anywhere draws points of the whole cube
   */
  CandidatePool(Domain domain, RandomGenerator random, Supplier<double[]> anywhere) {
    this.domain = domain;
    this.random = random;
    this.anywhere = anywhere;
    List<Coordinate> coordinates = domain.coordinates();
    this.rough =
        IntStream.range(0, coordinates.size()).filter(d -> !coordinates.get(d).isReal()).toArray();
  }

  /** Adds up to so many candidates drawn from the source, within a bounded number of tries. */
  void fill(int count, Supplier<double[]> source) {
    int goal = waiting.size() + count;
    for (int i = 0; i < count * TRIES_PER_CANDIDATE && waiting.size() < goal; i++) {
      offer(source.get());
    }
  }

  /** Adds a candidate if there is none yet, with many tries: for domains that allow little. */
  void ensureOne() {
    for (int i = 0; i < TRIES_OF_THE_LAST_RESORT && waiting.isEmpty(); i++) {
      offer(anywhere());
    }
  }

  /** Clips, snaps and takes the point unless it is known or not allowed. */
  void offer(double[] point) {
    double[] clipped = new double[point.length];
    for (int d = 0; d < clipped.length; d++) {
      clipped[d] = Math.max(0, Math.min(1, point[d]));
    }
    double[] snapped = domain.snap(clipped);
    if (seen.add(snapped) && domain.allows(snapped)) {
      waiting.add(snapped);
    }
  }

  /** Hands out the candidates added since the last call. */
  double[][] drain() {
    double[][] candidates = waiting.toArray(double[][]::new);
    waiting.clear();
    return candidates;
  }

  double[] anywhere() {
    return anywhere.get();
  }

  /**
   * A point near one of the centres, most often one of the first; not clipped to the cube.
   *
   * @param centres at least one, best first
   */
  double[] neighbour(List<double[]> centres, double smallestRadius, double largestRadius) {
    /* Half of the neighbours move in all coordinates, half in a random subset of log-uniform size, by Gaussian steps of a
     * common, log-uniform radius. Small steps leave integers and choices where they are, so half of the neighbours also redraw
     * a window of them: of a choice's block of coordinates the largest wins, and redrawing one alone would not change it. */
    double[] point = early(centres).clone();
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

  private double[] early(List<double[]> points) {
    double place = random.nextDouble();
    return points.get((int) (points.size() * place * place));
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

  /**
   * A child of several points, most often of one of the first: what they have got right together.
   * Not clipped to the cube.
   *
   * @param parents at least one, best first
   */
  double[] child(List<double[]> parents) {
    /* A child takes up to half of its coordinates from a second parent: where coordinates act alone, the best of each meet.
     * Half of the children also step along the difference of two parents in some coordinates: it has the size and the direction
     * of what is still undecided. */
    double[] child = early(parents).clone();
    double[] second = parents.get(random.nextInt(parents.size()));
    double part = LARGEST_PART * random.nextDouble();
    for (int d = 0; d < child.length; d++) {
      if (random.nextDouble() < part) {
        child[d] = second[d];
      }
    }
    if (random.nextBoolean()) {
      double[] third = parents.get(random.nextInt(parents.size()));
      double length = 0.3 + 0.7 * random.nextDouble();
      for (int d = 0; d < child.length; d++) {
        if (random.nextDouble() < part + FURTHER_PART) {
          child[d] += length * (second[d] - third[d]);
        }
      }
    }
    return child;
  }
}
