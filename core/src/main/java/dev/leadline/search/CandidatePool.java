package dev.leadline.search;

import dev.leadline.space.Coordinate;
import dev.leadline.space.PointSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The candidates of one search: snapped, allowed and all different. Not thread-safe. */
final class CandidatePool {

  private static final int TRIES_PER_CANDIDATE = 10;
  private static final int TRIES_OF_THE_LAST_RESORT = 20_000;

  private final Domain domain;
  private final PointSet seen = PointSet.exact();
  private final List<double[]> waiting = new ArrayList<>();

  CandidatePool(Domain domain) {
    this.domain = domain;
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
    if (seen.add(snapped) && domain.allows(snapped)) {
      waiting.add(snapped);
    }
  }

  int dimensions() {
    return domain.dimensions();
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

  /** The coordinates that are no real numbers: integers, choices and flags. */
  int[] roughCoordinates() {
    List<Coordinate> coordinates = domain.coordinates();
    return IntStream.range(0, coordinates.size())
        .filter(d -> !coordinates.get(d).isReal())
        .toArray();
  }
}
