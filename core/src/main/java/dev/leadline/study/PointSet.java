package dev.leadline.study;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** A set of points of the unit cube that counts points closer than 1e-9 as one. Immutable. */
final class PointSet {

  /* Points are compared on a grid of step 1e-9: a point and its image after a trip through the user's
  units differ by some 1e-16 and, but for the borders of cells, share one. Neighbouring whole numbers
  of ranges beyond 1e7 may share one, too; in spaces that large nobody misses them. */

  private static final double CELLS = 1e9;

  private final Set<Key> keys = new HashSet<>();

  PointSet(Collection<double[]> points) {
    for (double[] point : points) {
      keys.add(new Key(point));
    }
  }

  boolean contains(double[] point) {
    return keys.contains(new Key(point));
  }

  int size() {
    return keys.size();
  }

  private static final class Key {
    private final long[] cells;

    Key(double[] point) {
      cells = new long[point.length];
      for (int i = 0; i < point.length; i++) {
        cells[i] = Math.round(point[i] * CELLS);
      }
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && Arrays.equals(cells, key.cells);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(cells);
    }
  }
}
