package dev.leadline.search;

import dev.leadline.surrogate.Observations;
import java.util.random.RandomGenerator;

/** A search that scores a given list of points, for domains small enough to list. Thread-safe. */
public final class ListSearch implements Search {

  private final double[][] points;

  /**
   * @param points the candidates; those the domain does not allow are left out
   */
  public ListSearch(double[][] points) {
    this.points = new double[points.length][];
    for (int i = 0; i < points.length; i++) {
      this.points[i] = points[i].clone();
    }
  }

  @Override
  public Run start(Domain domain, Observations observations, RandomGenerator random) {
    return new RankedRun(domain, 1) {
      @Override
      void fill(int round) {
        for (double[] point : points) {
          pool.offer(point);
        }
      }
    };
  }
}
