package dev.leadline.bench.lane;

import dev.leadline.acquisition.Domain;
import dev.leadline.bench.task.Objective;
import dev.leadline.bench.task.Seed;
import dev.leadline.study.NoiseKind;
import dev.leadline.surrogate.Observations;
import java.util.SplittableRandom;

/**
 * One run in progress: what a method may know about it. Not thread-safe.
 *
 * <p>The random numbers of a step depend on the run and on the number of the step alone, so that a
 * run gives the same points alone, next to others, and after an interruption.
 */
public final class Lane {

  private final String key;
  private final long seed;
  private final int budget;
  private final Objective objective;
  private final Fingerprints known = new Fingerprints();
  private Observations observations;
  private int initial;

  /**
   * @param key names task and method
   * @param budget the number of evaluations after the initial ones
   */
  public Lane(String key, long seed, int budget, Objective objective) {
    this.key = key;
    this.seed = seed;
    this.budget = budget;
    this.objective = objective;
    this.observations = new Observations(objective.dimensions(), new double[0][], new double[0]);
  }

  /** Adds one of the initial observations. */
  public void start(double[] point, double value) {
    if (observations.size() != initial) {
      throw new IllegalStateException("expected initial observations before any other");
    }
    add(point, value);
    initial++;
  }

  /** Adds the observation at a point the method has suggested. */
  public void add(double[] point, double value) {
    observations = observations.with(point, value);
    known.add(point);
  }

  public int dimensions() {
    return objective.dimensions();
  }

  /** Whether observing twice gives the same value. */
  public NoiseKind noise() {
    return objective.noise();
  }

  /** The number of evaluations after the initial ones that the run will make. */
  public int budget() {
    return budget;
  }

  /** The number of observations after the initial ones. */
  public int step() {
    return observations.size() - initial;
  }

  /** The number of initial observations. */
  public int initial() {
    return initial;
  }

  public double[] point(int index) {
    return observations.point(index);
  }

  public double value(int index) {
    return observations.value(index);
  }

  /** The index of the lowest observed value. */
  public int bestIndex() {
    int best = 0;
    for (int i = 1; i < observations.size(); i++) {
      if (observations.value(i) < observations.value(best)) {
        best = i;
      }
    }
    return best;
  }

  public Observations observations() {
    return observations;
  }

  /** The random numbers of the present step. */
  public SplittableRandom random() {
    return Seed.stream(key, seed, step());
  }

  /** Random numbers for the whole run. */
  public SplittableRandom runRandom() {
    return Seed.stream(key, seed, -1);
  }

  public double[] snap(double[] point) {
    return objective.snap(point);
  }

  /** The cube as the objective sees it, without the points already evaluated. */
  public Domain domain() {
    return new Domain() {
      @Override
      public int dimensions() {
        return objective.dimensions();
      }

      @Override
      public double[] snap(double[] point) {
        return objective.snap(point);
      }

      @Override
      public boolean allows(double[] snapped) {
        return !known.contains(snapped);
      }
    };
  }
}
