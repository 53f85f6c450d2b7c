package dev.leadline.acquisition;

import java.util.Arrays;

/** A set of points that grows. Not thread-safe. */
final class SeenPoints {

  /* A search asks for every one of its thousands of candidates whether it is new: a flat table with linear probing, at most
   * half full, does so without an object per entry. */

  private double[][] table = new double[1024][];
  private int size;

  /**
   * Adds a point unless it is there.
   *
   * @param point kept, not copied
   * @return whether it was added
   */
  boolean add(double[] point) {
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
  private static int place(double[] point, double[][] table) {
    int mask = table.length - 1;
    int place = hash(point) & mask;
    while (table[place] != null && !Arrays.equals(table[place], point)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private static int hash(double[] point) {
    long hash = 0;
    for (double coordinate : point) {
      hash = (hash ^ Double.doubleToLongBits(coordinate)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }
}
