package dev.leadline.lab.method;

import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Seed;
import dev.leadline.search.Candidates;
import dev.leadline.search.FinishedTrial;
import dev.leadline.search.History;
import dev.leadline.search.NoiseKind;
import dev.leadline.search.SearchSpace;
import dev.leadline.search.TrialRandom;
import dev.leadline.space.Space;
import dev.leadline.surrogate.Observations;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * One run in progress: what a method may know about it. Not thread-safe.
 *
 * <p>The random numbers of a step depend on the run and on the number of the step alone, so that a
 * run gives the same points alone, next to others, and after an interruption.
 */
public final class RunHistory {

  private final String key;
  private final long seed;
  private final int budget;
  private final Objective objective;
  private final SearchSpace ground;
  private final List<FinishedTrial> finished = new ArrayList<>();
  private final List<double[]> pending = new ArrayList<>();
  private int initial;

  /**
   * @param key names task and method
   * @param budget the number of evaluations after the initial ones
   */
  public RunHistory(String key, long seed, int budget, Objective objective) {
    this.key = key;
    this.seed = seed;
    this.budget = budget;
    this.objective = objective;
    this.ground = new SearchSpace(objective.space());
  }

  /** Adds one of the initial observations. */
  public void start(double[] point, double value) {
    if (finished.size() != initial) {
      throw new IllegalStateException("expected initial observations before any other");
    }
    add(point, value);
    initial++;
  }

  /** Adds the observation at a point the method has suggested. */
  public void add(double[] point, double value) {
    finished.add(FinishedTrial.completed(finished.size(), point, value));
  }

  /** The points that are being evaluated, in place of those before. */
  public void await(List<double[]> points) {
    pending.clear();
    pending.addAll(points);
  }

  public int dimensions() {
    return objective.dimensions();
  }

  public Space space() {
    return objective.space();
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
    return finished.size() - initial;
  }

  /** The number of initial observations. */
  public int initial() {
    return initial;
  }

  public double[] point(int index) {
    return finished.get(index).point();
  }

  public double value(int index) {
    return finished.get(index).value();
  }

  /** All that is observed, at least one value. */
  public Observations observations() {
    return history().observations();
  }

  public History history() {
    return new History(dimensions(), finished, pending, noise(), OptionalInt.empty());
  }

  /** What may be suggested after a history of this lane. */
  public Candidates candidates(History history) {
    return ground.candidates(history);
  }

  /** A number of this run alone, for optimisers that take a seed. */
  public long runSeed() {
    return Seed.of(key, seed);
  }

  /** The random numbers of the present step. */
  public SplittableRandom random() {
    return Seed.stream(key, seed, step());
  }

  /** Random numbers for the whole run. */
  public SplittableRandom runRandom() {
    return Seed.stream(key, seed, -1);
  }

  /** The random numbers of the present step, as a suggestion takes them. */
  public TrialRandom streams() {
    return new LaneStreams(step() + pending.size());
  }

  public double[] snap(double[] point) {
    return objective.snap(point);
  }

  private final class LaneStreams implements TrialRandom {

    private final int trial;

    LaneStreams(int trial) {
      this.trial = trial;
    }

    @Override
    public int trial() {
      return trial;
    }

    @Override
    public SplittableRandom ofStudy() {
      return runRandom();
    }

    @Override
    public SplittableRandom ofTrial() {
      return Seed.stream(key, seed, trial);
    }
  }
}
