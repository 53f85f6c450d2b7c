package dev.leadline.space;

import java.util.Collection;

/** A set of points of the unit cube that grows. Thread-safe while nothing is added. */
public final class PointSet {

  /* Asked for each of the thousand candidates of a suggestion: a flat table with linear probing, at most half full, answers
   * without an object per question, and has room for as many from the start. */

  private static final int ROOM = 4096;

  /** Coordinates are compared on a grid of so many cells, 0 for exactly. */
  private final double cells;

  private double[][] table;
  private int size;

  private PointSet(double cells, double[][] table, int size) {
    this.cells = cells;
    this.table = table;
    this.size = size;
  }

  /** An empty set that tells any two points apart. */
  public static PointSet exact() {
    return new PointSet(0, new double[ROOM][], 0);
  }

  /**
   * A set that counts points closer than 1e-9 as one.
   *
   * <p>A point and its image after a trip through the user's units differ by some 1e-16 and, but
   * for the borders of cells, are one. Neighbouring whole numbers of ranges beyond 1e7 may be one,
   * too; in spaces that large nobody misses them.
   */
  public static PointSet nearby(Collection<double[]> points) {
    int room = Math.max(ROOM, 4 * Integer.highestOneBit(1 + points.size()));
    PointSet set = new PointSet(1e9, new double[room][], 0);
    points.forEach(set::add);
    return set;
  }

  /** The same with another point. */
  public PointSet with(double[] point) {
    PointSet larger = new PointSet(cells, table.clone(), size);
    larger.add(point);
    return larger;
  }

  /** Adds a point unless it is there; says whether it was added. */
  public boolean add(double[] point) {
    if (2 * size >= table.length) {
      grow();
    }
    int place = place(point, table);
    if (table[place] != null) {
      return false;
    }
    table[place] = point;
    size++;
    return true;
  }

  public boolean contains(double[] point) {
    return table[place(point, table)] != null;
  }

  public int size() {
    return size;
  }

  private void grow() {
    double[][] larger = new double[2 * table.length][];
    for (double[] point : table) {
      if (point != null) {
        larger[place(point, larger)] = point;
      }
    }
    table = larger;
  }

  /** Where the point is, or the free place where it belongs. */
  private int place(double[] point, double[][] in) {
    int mask = in.length - 1;
    int place = hash(point) & mask;
    while (in[place] != null && !same(in[place], point)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private boolean same(double[] one, double[] other) {
    for (int d = 0; d < one.length; d++) {
      if (key(one[d]) != key(other[d])) {
        return false;
      }
    }
    return true;
  }

  private int hash(double[] point) {
    long hash = 0;
    for (double coordinate : point) {
      hash = (hash ^ key(coordinate)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }

  private long key(double coordinate) {
    return cells == 0 ? Double.doubleToLongBits(coordinate) : Math.round(coordinate * cells);
  }
}
