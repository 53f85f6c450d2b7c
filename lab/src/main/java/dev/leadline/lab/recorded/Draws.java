package dev.leadline.lab.recorded;

/** Random numbers that are functions of their place, the same in every language. */
final class Draws {

  /* SplitMix64's finaliser of the place. A normal number is the sum of twelve uniform ones less six: additions only, so that no
   * library of elementary functions can make a difference. Its tails end at six. */

  private static final long STEP = 0x9E3779B97F4A7C15L;
  private static final long STREAM = 0xD1B54A32D192ED03L;
  private static final double GRID = 1 << 20;

  private Draws() {}

  /** The state of the k-th of many independent draws of a seed, k from 0. */
  static long state(long seed, int k) {
    return mixed((k + 1) * STREAM + seed);
  }

  /** A uniform number in [0, 1). */
  static double uniform(long state) {
    return (mixed(state) >>> 11) * 0x1p-53;
  }

  /** A standard normal number. */
  static double normal(long state) {
    double sum = 0;
    for (int k = 1; k <= 12; k++) {
      sum += uniform(state + k * STEP);
    }
    return sum - 6;
  }

  /** The standard normal number of a point's place on a grid of 2^-20. */
  static double at(long seed, double[] coordinates) {
    long state = seed;
    for (double coordinate : coordinates) {
      state = mixed(state + STEP + (long) Math.floor(coordinate * GRID + 0.5));
    }
    return normal(state);
  }

  private static long mixed(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
