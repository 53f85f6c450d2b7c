package dev.leadline.torch.judge;

import dev.leadline.torch.prior.Split;
import dev.leadline.torch.train.Spread;
import org.jspecify.annotations.Nullable;

/**
 * How well a model predicts held-out values of tasks of one kind, in nats per point and in the
 * units of the task.
 *
 * @param dimensions D
 * @param split how the observations were chosen
 * @param context the number of observations
 * @param tasks the number of tasks
 * @param loss the model's negative log density
 * @param oracleLoss that of the exact process with the true hyper-parameters
 * @param oracleGap what the model loses to the exact process
 * @param bucketGap the part of {@code oracleGap} that any model with these buckets has, or null if
 *     buckets are in other units at every query: what the exact prediction loses when it is put
 *     into them
 * @param fitted the comparison with a fitted process, or null if none was fitted
 * @param coverage50 the share of values inside the central 50 % interval
 * @param coverage80 the same of 80 %
 * @param coverage95 the same of 95 %
 * @param spread how much the predictions of a task differ, in nats, see {@link Spread}; null where
 *     buckets are in other units at every query, and in records from before it was measured
 */
public record OracleGapCell(
    int dimensions,
    Split split,
    int context,
    int tasks,
    double loss,
    double oracleLoss,
    PairedDifference oracleGap,
    @Nullable PairedDifference bucketGap,
    @Nullable Fitted fitted,
    double coverage50,
    double coverage80,
    double coverage95,
    @Nullable Double spread) {

  /**
   * The first tasks of a cell beside exact processes with fitted hyper-parameters.
   *
   * @param tasks how many tasks these are
   * @param loss the processes' negative log density
   * @param gap what the model loses to them
   */
  public record Fitted(int tasks, double loss, PairedDifference gap) {}
}
