package dev.leadline.committee;

/**
 * The noise-free covariances of new points with every point up to themselves, for all members of
 * one kernel. Immutable and thread-safe.
 */
final class FreshPoints {

  /** So many points are worth a loop along them. */
  private static final int WORTH_SHARING = 8;

  private final double[][] covariance;
  private final double[][] columns;

  /**
   * @param covariance one row per new point, taken over; longer rows are welcome, at least a
   *     multiple of four
   * @param size the number of all points, old and new
   */
  FreshPoints(double[][] covariance, int size) {
    this.covariance = covariance;
    columns = columns(covariance, size);
  }

  /** The number of new points. */
  int count() {
    return covariance.length;
  }

  /** The covariances of a new point with all points up to itself. Not to change. */
  double[] of(int point) {
    return covariance[point];
  }

  /**
   * The covariances of every point with the new ones, the last of these first: those that wait for
   * the rows above them are a beginning. Not to change.
   */
  double[][] columns() {
    return columns;
  }

  /** Whether so many points are looked at together by {@link #columns}. */
  static boolean areMany(int points) {
    return points >= WORTH_SHARING;
  }

  private static double[][] columns(double[][] covariance, int size) {
    if (!areMany(covariance.length)) {
      return new double[0][];
    }
    int last = covariance.length - 1;
    double[][] columns = new double[size][covariance.length];
    for (int p = 0; p <= last; p++) {
      double[] row = covariance[p];
      for (int c = 0; c < size; c++) {
        columns[c][last - p] = row[c];
      }
    }
    return columns;
  }
}
