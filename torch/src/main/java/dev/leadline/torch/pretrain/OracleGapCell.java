package dev.leadline.torch.pretrain;

/**
 * How well a model predicts held-out values of tasks of one kind, in nats per point and in the
 * units of the task.
 *
 * @param dimensions D
 * @param context the number of observations
 * @param loss the model's negative log density
 * @param oracleLoss that of the exact process with the true hyper-parameters
 * @param fittedLoss that of an exact process with fitted hyper-parameters
 * @param lossError the standard error of {@link #oracleGap}, over tasks
 * @param coverage50 the share of values inside the central 50 % interval
 * @param coverage80 the same of 80 %
 * @param coverage95 the same of 95 %
 */
public record OracleGapCell(
    int dimensions,
    int context,
    double loss,
    double oracleLoss,
    double fittedLoss,
    double lossError,
    double coverage50,
    double coverage80,
    double coverage95) {

  /** What the model loses to the exact process with the true hyper-parameters. */
  public double oracleGap() {
    return loss - oracleLoss;
  }

  /** What it loses to the exact process with fitted hyper-parameters. */
  public double fittedGap() {
    return loss - fittedLoss;
  }
}
