package dev.leadline.acquisition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Scored candidates, best first: largest acquisition value, ties by lower mean. Not thread-safe.
 */
final class Ranking {

  private static final Comparator<Entry> BEST_FIRST =
      Comparator.comparingDouble((Entry entry) -> -entry.acquisition)
          .thenComparingDouble(entry -> entry.mean);

  private final List<Entry> entries = new ArrayList<>();
  private int sorted;

  /** Adds candidates; one without an acquisition value (NaN) ranks last. */
  void add(double[][] points, double[] acquisition, double[] mean) {
    if (acquisition.length != points.length || mean.length != points.length) {
      throw new IllegalArgumentException(
          "expected one acquisition value and one mean for each of %d candidates but got %d and %d"
              .formatted(points.length, acquisition.length, mean.length));
    }
    for (int i = 0; i < points.length; i++) {
      entries.add(new Entry(points[i], acquisition[i], mean[i]));
    }
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The best point; there must be one. */
  double[] best() {
    Entry best = entries.get(0);
    for (Entry entry : entries) {
      if (BEST_FIRST.compare(entry, best) < 0) {
        best = entry;
      }
    }
    return best.point;
  }

  /** Up to so many points, best first. */
  List<double[]> top(int count) {
    if (sorted < entries.size()) {
      entries.sort(BEST_FIRST);
      sorted = entries.size();
    }
    return entries.stream().limit(count).map(entry -> entry.point).toList();
  }

  private static final class Entry {
    final double[] point;
    final double acquisition;
    final double mean;

    Entry(double[] point, double acquisition, double mean) {
      this.point = point;
      this.acquisition = acquisition;
      this.mean = mean;
    }
  }
}
