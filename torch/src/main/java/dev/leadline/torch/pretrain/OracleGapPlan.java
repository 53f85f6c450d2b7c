package dev.leadline.torch.pretrain;

import dev.leadline.torch.gp.GpFit;
import dev.leadline.torch.prior.GpPrior;
import dev.leadline.torch.prior.Split;
import java.util.List;

/**
 * What an oracle gap is measured on.
 *
 * @param family the processes the tasks are drawn from
 * @param dimensions the numbers of inputs
 * @param contextSizes the numbers of observations
 * @param tasks the number of fresh tasks per cell
 * @param queries the number of predictions per task
 * @param noises the sizes of observation noise to look at, as shares of the standard deviation of a
 *     task's function
 * @param fit how the fitted process finds its hyper-parameters
 * @param seed of all random numbers
 */
public record OracleGapPlan(
    Family family,
    List<Integer> dimensions,
    List<Integer> contextSizes,
    int tasks,
    int queries,
    List<Double> noises,
    GpFit fit,
    long seed) {

  /** The processes the tasks are drawn from. */
  public enum Family {
    /** The paper's prior with noisy targets. */
    PAPER {
      @Override
      GpPrior prior(int dimensions) {
        return GpPrior.paper(dimensions, Split.UNIFORM);
      }
    },
    /** Lengthscales that grow with the dimension, noise-free targets. */
    BROAD {
      @Override
      GpPrior prior(int dimensions) {
        return GpPrior.broad(dimensions);
      }
    };

    abstract GpPrior prior(int dimensions);
  }

  public OracleGapPlan {
    dimensions = List.copyOf(dimensions);
    contextSizes = List.copyOf(contextSizes);
    noises = List.copyOf(noises);
    boolean positive =
        dimensions.stream().allMatch(d -> d >= 1) && contextSizes.stream().allMatch(n -> n >= 1);
    if (!positive || dimensions.isEmpty() || contextSizes.isEmpty()) {
      throw new IllegalArgumentException(
          "expected dimensions and context sizes of at least 1 but got %s and %s"
              .formatted(dimensions, contextSizes));
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

  /** 64 tasks of 32 queries for contexts of 5 to 200 points and noise of 1, 10 and 30 %. */
  public static OracleGapPlan standard(Family family, List<Integer> dimensions) {
    return new OracleGapPlan(
        family,
        dimensions,
        List.of(5, 10, 20, 50, 100, 200),
        64,
        32,
        List.of(0.01, 0.1, 0.3),
        GpFit.standard(),
        1);
  }

  /** The same plan with other sizes. */
  public OracleGapPlan withSizes(List<Integer> contexts, int taskCount, int queryCount) {
    return new OracleGapPlan(
        family, dimensions, contexts, taskCount, queryCount, noises, fit, seed);
  }

  /** The same plan with other sizes of noise. */
  public OracleGapPlan withNoises(List<Double> shares) {
    return new OracleGapPlan(family, dimensions, contextSizes, tasks, queries, shares, fit, seed);
  }
}
