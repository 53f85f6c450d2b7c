package dev.leadline.torch.judge;

import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.gp.GpSpec;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.prior.Split;
import java.util.List;

/**
 * What an oracle gap is measured on.
 *
 * @param family the processes the tasks are drawn from
 * @param dimensions the numbers of inputs
 * @param splits the ways to choose the observations
 * @param contextSizes the numbers of observations
 * @param tasks the number of fresh tasks per cell, see {@link #tasksAt}
 * @param queries the number of predictions per task
 * @param noises the sizes of observation noise to look at, as shares of the standard deviation of a
 *     task's function
 * @param fitting where and how processes are fitted
 * @param seed of all random numbers
 */
public record OracleGapPlan(
    Family family,
    List<Integer> dimensions,
    List<Split> splits,
    List<Integer> contextSizes,
    int tasks,
    int queries,
    List<Double> noises,
    Fitting fitting,
    long seed) {

  /* The work of an exact process grows with n³. Beyond this size tasks become fewer, so that it grows with n². */
  private static final int ALL_TASKS_UP_TO = 128;

  private static final int FEWEST_TASKS = 16;

  /** The smallest number of points of which the seen ones are chosen by their values. */
  private static final int FEWEST_TO_CHOOSE_FROM = 1000;

  /** The processes the tasks are drawn from. */
  public enum Family {
    /** The paper's prior with noisy targets; fitted as GPs were in 2022. */
    PAPER {
      @Override
      GpPrior prior(int dimensions, Split split) {
        return GpPrior.paper(dimensions, split);
      }

      @Override
      GpSpec fitted() {
        return GpSpec.classic2022();
      }
    },
    /** The paper's with lengthscales stretched by √d; fitted as of today. */
    FAIR {
      @Override
      GpPrior prior(int dimensions, Split split) {
        return GpPrior.fair(dimensions, split);
      }

      @Override
      GpSpec fitted() {
        return GpSpec.modern();
      }
    },
    /** Lengthscales that grow with the dimension, noise-free targets; fitted as of today. */
    BROAD {
      @Override
      GpPrior prior(int dimensions, Split split) {
        return GpPrior.broad(dimensions).with(split);
      }

      @Override
      GpSpec fitted() {
        return GpSpec.modern();
      }
    };

    abstract GpPrior prior(int dimensions, Split split);

    abstract GpSpec fitted();
  }

  /**
   * Where and how processes are fitted: to uniform contexts only.
   *
   * @param search how hyper-parameters are found
   * @param tasks how many tasks of a cell at most
   * @param largestContext the largest context
   * @param seconds after so much time no further cell is fitted
   */
  public record Fitting(GpFit search, int tasks, int largestContext, double seconds) {

    public Fitting {
      if (tasks < 1 || !(seconds >= 0)) {
        throw new IllegalArgumentException(
            "expected to fit at least one task in at least 0 seconds but got %d and %s"
                .formatted(tasks, seconds));
      }
    }

    /** Every task of every uniform cell. */
    public static Fitting everywhere(GpFit search) {
      return new Fitting(search, Integer.MAX_VALUE, Integer.MAX_VALUE, Double.POSITIVE_INFINITY);
    }
  }

  public OracleGapPlan {
    dimensions = List.copyOf(dimensions);
    splits = List.copyOf(splits);
    contextSizes = List.copyOf(contextSizes);
    noises = List.copyOf(noises);
    boolean positive =
        dimensions.stream().allMatch(d -> d >= 1) && contextSizes.stream().allMatch(n -> n >= 1);
    if (!positive || dimensions.isEmpty() || contextSizes.isEmpty() || splits.isEmpty()) {
      throw new IllegalArgumentException(
          "expected a split, and dimensions and context sizes of at least 1, but got %s, %s and %s"
              .formatted(splits, dimensions, contextSizes));
    }
    if (tasks < 1 || queries < 1) {
      throw new IllegalArgumentException(
          "expected at least one task and one query but got %d and %d".formatted(tasks, queries));
    }
    if (!noises.stream().allMatch(noise -> noise > 0 && noise <= 10)) {
      throw new IllegalArgumentException(
          "expected noises above 0 and up to 10 standard deviations but got " + noises);
    }
  }

  /** 64 tasks of 32 queries for contexts of 5 to 100 points and noise of 1, 10 and 30 %. */
  public static OracleGapPlan broad(List<Integer> dimensions) {
    return new OracleGapPlan(
        Family.BROAD,
        dimensions,
        List.of(Split.UNIFORM),
        List.of(5, 10, 20, 50, 100),
        64,
        32,
        List.of(0.01, 0.1, 0.3),
        Fitting.everywhere(GpFit.standard()),
        1);
  }

  /**
   * For networks of the paper: tasks of 32 queries, both splits, contexts of 10 to 1000 points, or
   * 2000 from 5 dimensions on.
   *
   * <p>Gaps of single tasks differ by about 0.8 nats: 2048 tasks measure one to 0.02.
   */
  public static OracleGapPlan paper(int dimensions, int tasks) {
    List<Integer> sizes =
        dimensions < 5
            ? List.of(10, 20, 50, 100, 200, 500, 1000)
            : List.of(10, 20, 50, 100, 200, 500, 1000, 2000);
    return new OracleGapPlan(
        Family.PAPER,
        List.of(dimensions),
        List.of(Split.UNIFORM, Split.HIGH_VALUES),
        sizes,
        tasks,
        32,
        List.of(),
        new Fitting(GpFit.standard(), 128, 200, 6),
        1);
  }

  /** The same plan on other processes. */
  public OracleGapPlan withFamily(Family other) {
    return new OracleGapPlan(
        other, dimensions, splits, contextSizes, tasks, queries, noises, fitting, seed);
  }

  /** The same plan with other sizes. */
  public OracleGapPlan withSizes(List<Integer> contexts, int taskCount, int queryCount) {
    return new OracleGapPlan(
        family, dimensions, splits, contexts, taskCount, queryCount, noises, fitting, seed);
  }

  /** The same plan with other sizes of noise. */
  public OracleGapPlan withNoises(List<Double> shares) {
    return new OracleGapPlan(
        family, dimensions, splits, contextSizes, tasks, queries, shares, fitting, seed);
  }

  /** The same plan with another time for fitting; 0 for no fitting. */
  public OracleGapPlan withFitSeconds(double seconds) {
    Fitting other = new Fitting(fitting.search, fitting.tasks, fitting.largestContext, seconds);
    return new OracleGapPlan(
        family, dimensions, splits, contextSizes, tasks, queries, noises, other, seed);
  }

  /** The number of tasks with so many observations: fewer than {@code tasks} if these are many. */
  public int tasksAt(int context) {
    long fewer = (long) tasks * ALL_TASKS_UP_TO / context;
    return (int) Math.min(tasks, Math.max(FEWEST_TASKS, fewer));
  }

  /**
   * The number of points of a task. If the seen ones are chosen by their values, at most half of
   * all points are seen, as in a training that predicts as many as it sees.
   */
  int pointsAt(Split split, int context) {
    return split == Split.UNIFORM
        ? context + queries
        : Math.max(Math.max(FEWEST_TO_CHOOSE_FROM, 2 * context), context + queries);
  }
}
