package dev.leadline.acquisition;

import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The points that differ from the best one in one choice or flag. */
final class Sidesteps {

  /* A domain does not say which coordinates belong together. A flag is one that can be changed alone; an option of a choice is
   * one that the domain takes up only when another option goes. */

  private static final double[] PROBES = {0.31, 0.38, 0.45, 0.55, 0.62, 0.69};

  /** So near to an observation, in every coordinate, a sidestep has been tried. */
  private static final double TRIED = 0.1;

  private final Domain domain;
  private final Observations finished;
  private final double[] best;
  private final List<double[]> found = new ArrayList<>();

  private Sidesteps(Domain domain, Observations finished) {
    this.domain = domain;
    this.finished = finished;
    best = domain.snap(finished.point(Incumbent.index(finished)));
  }

  /** Those that may be suggested and are not near to what was observed. */
  static double[][] of(Domain domain, Observations finished) {
    Sidesteps steps = new Sidesteps(domain, finished);
    int[] switches = IntStream.range(0, domain.dimensions()).filter(steps::isSwitch).toArray();
    for (int d : switches) {
      if (!steps.offer(with(steps.best, d, 1 - steps.best[d])) && steps.best[d] == 0) {
        for (int e : switches) {
          if (steps.best[e] == 1) {
            steps.offer(with(with(steps.best, e, 0), d, 1));
          }
        }
      }
    }
    return steps.found.toArray(double[][]::new);
  }

  /** Whether a coordinate is 0 or 1, whatever is asked of it. */
  private boolean isSwitch(int d) {
    return Arrays.stream(PROBES)
        .map(probe -> domain.snap(with(best, d, probe))[d])
        .allMatch(value -> value == 0 || value == 1);
  }

  /** Takes a point up if it is a step; says whether it is one, new or not. */
  private boolean offer(double[] wish) {
    double[] step = domain.snap(wish);
    if (!Arrays.equals(step, wish)) {
      return false;
    }
    boolean tried = Arrays.stream(finished.points()).anyMatch(p -> near(p, step));
    if (!tried && domain.allows(step)) {
      found.add(step);
    }
    return true;
  }

  private static boolean near(double[] one, double[] other) {
    return IntStream.range(0, one.length).allMatch(d -> Math.abs(one[d] - other[d]) < TRIED);
  }

  private static double[] with(double[] point, int d, double value) {
    double[] changed = point.clone();
    changed[d] = value;
    return changed;
  }
}
