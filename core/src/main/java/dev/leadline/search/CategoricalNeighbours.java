package dev.leadline.search;

import dev.leadline.space.Coordinate;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The points that differ from the best one in one choice or flag. */
final class CategoricalNeighbours {

  /** So near to an observation, in every coordinate, a sidestep has been tried. */
  private static final double TRIED = 0.1;

  private CategoricalNeighbours() {}

  /** Those that may be suggested and are not near to what was observed. */
  static double[][] of(Domain domain, Observations finished) {
    double[] best = domain.snap(finished.point(Incumbent.index(finished)));
    double[][] known = finished.points();
    List<double[]> found = new ArrayList<>();
    for (int d = 0; d < best.length; d++) {
      double[] step = domain.snap(step(domain.coordinates(), best, d));
      if (!Arrays.equals(step, best)
          && Arrays.stream(known).noneMatch(point -> near(point, step))
          && domain.allows(step)) {
        found.add(step);
      }
    }
    return found.toArray(double[][]::new);
  }

  /** The point with a flag turned or an option taken up; the point itself where neither can be. */
  private static double[] step(List<Coordinate> coordinates, double[] point, int d) {
    double[] step = point.clone();
    Coordinate changed = coordinates.get(d);
    switch (changed.kind()) {
      case SWITCH -> step[d] = 1 - point[d];
      case OPTION -> {
        for (int e = 0; e < step.length; e++) {
          step[e] = coordinates.get(e).parameter() == changed.parameter() ? 0 : step[e];
        }
        step[d] = 1;
      }
      case REAL, GRID, CONDITION -> {}
    }
    return step;
  }

  private static boolean near(double[] one, double[] other) {
    return IntStream.range(0, one.length).allMatch(d -> Math.abs(one[d] - other[d]) < TRIED);
  }
}
