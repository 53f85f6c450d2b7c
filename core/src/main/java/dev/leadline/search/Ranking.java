package dev.leadline.search;

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

  /** Adds candidates, each behind its equals; one without an acquisition value (NaN) ranks last. */
  void add(double[][] points, double[] acquisition, double[] mean) {
    if (acquisition.length != points.length || mean.length != points.length) {
      throw new IllegalArgumentException(
          "expected one acquisition value and one mean for each of %d candidates but got %d and %d"
              .formatted(points.length, acquisition.length, mean.length));
    }
    for (int i = 0; i < points.length; i++) {
      Entry entry = new Entry(points[i], acquisition[i], mean[i]);
      entries.add(place(entry), entry);
    }
  }

  /** The number of entries that are at least as good. */
  private int place(Entry entry) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (BEST_FIRST.compare(entries.get(middle), entry) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The best point; there must be one. */
  double[] best() {
    return entries.get(0).point;
  }

  /** Up to so many points, best first. */
  List<double[]> top(int count) {
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
