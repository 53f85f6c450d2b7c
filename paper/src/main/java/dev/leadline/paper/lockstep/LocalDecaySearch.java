package dev.leadline.paper.lockstep;

import dev.leadline.lab.method.RunHistory;
import dev.leadline.search.Domain;
import dev.leadline.space.PointSet;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The paper's search: one round of points in a box around the best observation, and the box shrinks
 * with every step, clip(x_best + δ₀·decayᵗ·U(−1, 1)^D). Immutable and thread-safe.
 *
 * @param points the number of candidates
 * @param global how many of them lie anywhere in the cube; the paper has none
 * @param initialPerturbation δ₀, half the width of the first box
 * @param decay the factor per step
 * @param initialPoints the number of observations before the first step, t = 0
 */
record LocalDecaySearch(
    int points, int global, double initialPerturbation, double decay, int initialPoints) {

  private static final int TRIES_PER_CANDIDATE = 10;
  private static final int TRIES_OF_THE_LAST_RESORT = 20_000;

  LocalDecaySearch {
    if (points < 1 || initialPoints < 0) {
      throw new IllegalArgumentException(
          "expected at least 1 point and 0 initial points but got %d and %d"
              .formatted(points, initialPoints));
    }
    if (global < 0 || global > points) {
      throw new IllegalArgumentException(
          "expected 0 to %d points anywhere but got %d".formatted(points, global));
    }
    if (!(initialPerturbation > 0 && decay > 0 && decay <= 1)) {
      throw new IllegalArgumentException(
          "expected a positive perturbation and a decay in (0, 1] but got %s and %s"
              .formatted(initialPerturbation, decay));
    }
  }

  /** The search in the box alone. */
  LocalDecaySearch(int points, double initialPerturbation, double decay, int initialPoints) {
    this(points, 0, initialPerturbation, decay, initialPoints);
  }

  /** The same search with half of its candidates anywhere in the cube. */
  LocalDecaySearch halfGlobal() {
    return new LocalDecaySearch(points, points / 2, initialPerturbation, decay, initialPoints);
  }

  /**
   * The values of Table "Hyperparameters of BO Runs", which lists 1, 2, 5 and 10 dimensions; others
   * take the next larger column, beyond 10 the last.
   */
  static LocalDecaySearch paper(int dimensions) {
    if (dimensions <= 2) {
      return new LocalDecaySearch(1000, 0.25, 0.995, 10);
    }
    return dimensions <= 5
        ? new LocalDecaySearch(1000, 0.25, 0.999, 50)
        : new LocalDecaySearch(1000, 0.5, 0.998, 50);
  }

  /** The paper's for a run, after as many initial points as that run has. */
  static LocalDecaySearch of(RunHistory run) {
    LocalDecaySearch paper = paper(run.dimensions());
    return new LocalDecaySearch(
        paper.points, paper.initialPerturbation, paper.decay, run.initial());
  }

  /**
   * The candidates of one step: snapped, allowed and all different; none if the domain allows none
   * of the points that were tried.
   *
   * @param observations what is known so far, the centre is where the value is lowest
   * @param random the only source of randomness
   */
  double[][] candidates(Domain domain, Observations observations, RandomGenerator random) {
    int step = Math.max(0, observations.size() - initialPoints);
    double reach = initialPerturbation * Math.pow(decay, step);
    Supplier<double[]> anywhere = () -> random.doubles(domain.dimensions()).toArray();
    Supplier<double[]> nearby = anywhere;
    if (observations.size() > 0) {
      double[] centre = best(observations);
      nearby = () -> near(centre, reach, random);
    }
    Drawn drawn = new Drawn(domain);
    drawn.add(points - global, TRIES_PER_CANDIDATE * (points - global), nearby);
    drawn.add(global, TRIES_PER_CANDIDATE * global, anywhere);
    if (drawn.candidates.isEmpty()) {
      drawn.add(1, TRIES_OF_THE_LAST_RESORT, anywhere);
    }
    return drawn.candidates.toArray(double[][]::new);
  }

  /** The first of the points with the lowest value. */
  private static double[] best(Observations observations) {
    int best = 0;
    for (int i = 1; i < observations.size(); i++) {
      best = observations.value(i) < observations.value(best) ? i : best;
    }
    return observations.point(best);
  }

  private static double[] near(double[] centre, double reach, RandomGenerator random) {
    double[] point = centre.clone();
    for (int d = 0; d < point.length; d++) {
      point[d] = Math.max(0, Math.min(1, point[d] + reach * random.nextDouble(-1, 1)));
    }
    return point;
  }

  /** What was drawn so far. */
  private record Drawn(Domain domain, PointSet seen, List<double[]> candidates) {

    Drawn(Domain domain) {
      this(domain, PointSet.exact(), new ArrayList<>());
    }

    /** Adds up to so many candidates within a number of tries. */
    void add(int count, int tries, Supplier<double[]> source) {
      int goal = candidates.size() + count;
      for (int i = 0; i < tries && candidates.size() < goal; i++) {
        double[] snapped = domain.snap(source.get());
        if (seen.add(snapped) && domain.allows(snapped)) {
          candidates.add(snapped);
        }
      }
    }
  }
}
