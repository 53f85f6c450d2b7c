package dev.leadline.study;

import dev.leadline.search.Domain;
import dev.leadline.search.Search;
import dev.leadline.surrogate.Observations;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** A search that proposes random points once. */
record DrawSearch(int count) implements Search {

  @Override
  public Run start(Domain domain, Observations observations, RandomGenerator random) {
    double[][] points =
        Stream.generate(() -> domain.snap(random.doubles(domain.dimensions()).toArray()))
            .limit(count)
            .filter(domain::allows)
            .toArray(double[][]::new);
    return new OneRound(points);
  }

  private static final class OneRound implements Run {
    private final double[][] points;
    private boolean proposed;
    private int best;

    OneRound(double[][] points) {
      this.points = points;
    }

    @Override
    public double[][] propose() {
      double[][] proposal = proposed ? new double[0][] : points;
      proposed = true;
      return proposal;
    }

    @Override
    public void score(double[] acquisition, double[] mean) {
      for (int i = 1; i < acquisition.length; i++) {
        if (acquisition[i] > acquisition[best]) {
          best = i;
        }
      }
    }

    @Override
    public double[] best() {
      return points[best];
    }
  }
}
