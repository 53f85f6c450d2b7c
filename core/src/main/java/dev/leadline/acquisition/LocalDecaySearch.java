package dev.leadline.acquisition;

import dev.leadline.surrogate.Observations;
import java.util.List;
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
public record LocalDecaySearch(
    int points, int global, double initialPerturbation, double decay, int initialPoints)
    implements Search {

  public LocalDecaySearch {
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
  public LocalDecaySearch(int points, double initialPerturbation, double decay, int initialPoints) {
    this(points, 0, initialPerturbation, decay, initialPoints);
  }

  /** The same search with half of its candidates anywhere in the cube. */
  public LocalDecaySearch halfGlobal() {
    return new LocalDecaySearch(points, points / 2, initialPerturbation, decay, initialPoints);
  }

  /**
   * The values of Table "Hyperparameters of BO Runs", which lists 1, 2, 5 and 10 dimensions; others
   * take the next larger column, beyond 10 the last.
   */
  public static LocalDecaySearch paper(int dimensions) {
    if (dimensions <= 2) {
      return new LocalDecaySearch(1000, 0.25, 0.995, 10);
    }
    return dimensions <= 5
        ? new LocalDecaySearch(1000, 0.25, 0.999, 50)
        : new LocalDecaySearch(1000, 0.5, 0.998, 50);
  }

  @Override
  public Run start(Domain domain, Observations observations, RandomGenerator random) {
    int step = Math.max(0, observations.size() - initialPoints);
    double reach = initialPerturbation * Math.pow(decay, step);
    return new Box(domain, Incumbent.lowest(observations, 1), reach, random);
  }

  private final class Box extends RankedRun {
    private final List<double[]> centre;
    private final double reach;
    private final RandomGenerator random;

    Box(Domain domain, List<double[]> centre, double reach, RandomGenerator random) {
      super(domain, 1);
      this.centre = centre;
      this.reach = reach;
      this.random = random;
    }

    @Override
    void fill(int round) {
      pool.fill(points - global, centre.isEmpty() ? this::anywhere : this::nearby);
      pool.fill(global, this::anywhere);
      pool.ensureOne(this::anywhere);
    }

    private double[] anywhere() {
      return random.doubles(pool.dimensions()).toArray();
    }

    private double[] nearby() {
      double[] point = centre.get(0).clone();
      for (int d = 0; d < point.length; d++) {
        point[d] += reach * random.nextDouble(-1, 1);
      }
      return point;
    }
  }
}
