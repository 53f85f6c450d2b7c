package dev.leadline.lab.method;

import dev.leadline.lab.problem.Outcome;
import dev.leadline.lab.problem.Problem;
import dev.leadline.lab.problem.Seed;
import dev.leadline.search.Candidates;
import dev.leadline.search.FinishedTrial;
import dev.leadline.search.History;
import dev.leadline.search.SearchSpace;
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
  private final Problem problem;
  private final SearchSpace searchSpace;
  private final List<FinishedTrial> finished = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private int initial;

  /**
   * @param key names task and method
   * @param budget the number of evaluations after the initial ones
   */
  public RunHistory(String key, long seed, int budget, Problem problem) {
    this.key = key;
    this.seed = seed;
    this.budget = budget;
    this.problem = problem;
    this.searchSpace = new SearchSpace(problem.space());
  }

  /** Adds one of the initial observations. */
  public void start(double[] point, Outcome outcome) {
    if (finished.size() != initial) {
      throw new IllegalStateException("expected initial observations before any other");
    }
    add(point, outcome);
    initial++;
  }

  /** Adds what came of a point the method has suggested. */
  public void add(double[] point, Outcome outcome) {
    int trial = finished.size();
    finished.add(
        outcome.isComplete()
            ? FinishedTrial.completed(trial, point, outcome.value())
            : FinishedTrial.failed(trial, point));
    outcomes.add(outcome);
  }

  public Problem problem() {
    return problem;
  }

  public int dimensions() {
    return problem.dimensions();
  }

  public Space space() {
    return problem.space();
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

  /** What came of an evaluation. */
  Outcome outcome(int index) {
    return outcomes.get(index);
  }

  /** All that is observed, at least one value. */
  public Observations observations() {
    return history().observations();
  }

  public History history() {
    return new History(dimensions(), finished, List.of(), problem.noise(), OptionalInt.empty());
  }

  /** What may be suggested after a history of this run. */
  public Candidates candidates(History history) {
    return searchSpace.candidates(history);
  }

  long seed() {
    return seed;
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

  public double[] snap(double[] point) {
    return problem.snap(point);
  }
}
