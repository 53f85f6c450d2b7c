package dev.leadline.acquisition;

import dev.leadline.space.PointSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** The candidates of one search: snapped, allowed and all different. Not thread-safe. */
final class CandidatePool {

  /** A coordinate that snapping moves by more than this is not a plain real number. */
  private static final double MOVED = 1e-9;

  private static final int TRIES_PER_CANDIDATE = 10;
  private static final int TRIES_OF_THE_LAST_RESORT = 20_000;

  private final Domain domain;
  private final PointSet seen = PointSet.exact();
  private final List<double[]> waiting = new ArrayList<>();
  private final boolean[] rough;

  CandidatePool(Domain domain) {
    this.domain = domain;
    this.rough = new boolean[domain.dimensions()];
  }

  /** Adds up to so many candidates drawn from the source, within a bounded number of tries. */
  void fill(int count, Supplier<double[]> source) {
    int goal = waiting.size() + count;
    for (int i = 0; i < count * TRIES_PER_CANDIDATE && waiting.size() < goal; i++) {
      offer(source.get());
    }
  }

  /** Adds a candidate if there is none yet, with many tries: for domains that allow little. */
  void ensureOne(Supplier<double[]> source) {
    for (int i = 0; i < TRIES_OF_THE_LAST_RESORT && waiting.isEmpty(); i++) {
      offer(source.get());
    }
  }

  /** Clips, snaps and takes the point unless it is known or not allowed. */
  void offer(double[] point) {
    double[] clipped = new double[point.length];
    for (int d = 0; d < clipped.length; d++) {
      clipped[d] = Math.max(0, Math.min(1, point[d]));
    }
    double[] snapped = domain.snap(clipped);
    for (int d = 0; d < clipped.length; d++) {
      rough[d] |= Math.abs(snapped[d] - clipped[d]) > MOVED;
    }
    if (seen.add(snapped) && domain.allows(snapped)) {
      waiting.add(snapped);
    }
  }

  int dimensions() {
    return rough.length;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Hands out the candidates added since the last call. */
  double[][] drain() {
    double[][] candidates = waiting.toArray(double[][]::new);
    waiting.clear();
    return candidates;
  }

  /** The coordinates that snapping was seen to move: integers and choices. */
  int[] roughCoordinates() {
    int[] found = new int[rough.length];
    int count = 0;
    for (int d = 0; d < rough.length; d++) {
      if (rough[d]) {
        found[count++] = d;
      }
    }
    return Arrays.copyOf(found, count);
  }
}
