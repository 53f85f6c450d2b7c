package dev.leadline.bench.lane;

/** A set of points that grows, by 64 bits of each. Thread-safe while nothing is added. */
final class Fingerprints {

  /* Asked for each of the thousand candidates of a step, so it has to fit the cache: a flat table with linear probing, at
   * most half full. Two of a million points collide once in 10⁷ runs. */

  private static final long FREE = 0;

  private long[] table = new long[128];
  private int size;

  void add(double[] point) {
    if (2 * size >= table.length) {
      grow();
    }
    long print = of(point);
    int place = place(print, table);
    if (table[place] == FREE) {
      table[place] = print;
      size++;
    }
  }

  boolean contains(double[] point) {
    return table[place(of(point), table)] != FREE;
  }

  private void grow() {
    long[] larger = new long[2 * table.length];
    for (long print : table) {
      if (print != FREE) {
        larger[place(print, larger)] = print;
      }
    }
    table = larger;
  }

  /** Where the fingerprint is, or the free place where it belongs. */
  private static int place(long print, long[] table) {
    int mask = table.length - 1;
    int place = (int) print & mask;
    while (table[place] != FREE && table[place] != print) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private static long of(double[] point) {
    long hash = 0;
    for (double coordinate : point) {
      hash = (hash ^ Double.doubleToLongBits(coordinate)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    hash *= 0xBF58476D1CE4E5B9L;
    hash ^= hash >>> 29;
    return hash == FREE ? 1 : hash;
  }
}
