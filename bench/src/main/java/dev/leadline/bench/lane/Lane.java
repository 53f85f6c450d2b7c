package dev.leadline.bench.lane;

import dev.leadline.acquisition.Domain;
import dev.leadline.bench.task.Objective;
import dev.leadline.bench.task.Seed;
import dev.leadline.study.NoiseKind;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
  private final List<double[]> points = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();
  private final Set<Long> known = new HashSet<>();
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
  }

  /** Adds one of the initial observations. */
  public void start(double[] point, double value) {
    if (points.size() != initial) {
      throw new IllegalStateException("expected initial observations before any other");
    }
    add(point, value);
    initial++;
  }

  /** Adds the observation at a point the method has suggested. */
  public void add(double[] point, double value) {
    points.add(point.clone());
    values.add(value);
    known.add(fingerprint(point));
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
    return points.size() - initial;
  }

  /** The number of initial observations. */
  public int initial() {
    return initial;
  }

  public double[] point(int index) {
    return points.get(index).clone();
  }

  public double value(int index) {
    return values.get(index);
  }

  /** The index of the lowest observed value. */
  public int bestIndex() {
    int best = 0;
    for (int i = 1; i < values.size(); i++) {
      if (values.get(i) < values.get(best)) {
        best = i;
      }
    }
    return best;
  }

  public Observations observations() {
    double[] observed = values.stream().mapToDouble(Double::doubleValue).toArray();
    return new Observations(dimensions(), points.toArray(new double[0][]), observed);
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
        return !known.contains(fingerprint(snapped));
      }
    };
  }

  /** 64 bits that tell points apart; two of a million points collide once in 10⁷ runs. */
  private static long fingerprint(double[] point) {
    long hash = 0;
    for (double coordinate : point) {
      long z = hash + 0x9E3779B97F4A7C15L + Double.doubleToLongBits(coordinate);
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      hash = z ^ (z >>> 31);
    }
    return hash;
  }
}
