package dev.leadline.torch.judge;

/**
 * The two symptoms of §3 as numbers, each beside that of the exact process.
 *
 * @param dimensions D
 * @param evenLoss the loss near the lowest value when the context is spread evenly, nats per point
 * @param evenOracleLoss the same of the exact process
 * @param clusteredLoss the loss near the lowest value when half of the context is clustered there
 * @param clusteredOracleLoss the same of the exact process
 * @param observationsUntilMoved how many observations in an unexplored interval it takes until the
 *     error of the predicted mean there has halved, on average, counting {@link #NEVER} for never
 * @param oracleObservationsUntilMoved the same of the exact process
 */
public record OracleGapSymptoms(
    int dimensions,
    double evenLoss,
    double evenOracleLoss,
    double clusteredLoss,
    double clusteredOracleLoss,
    double observationsUntilMoved,
    double oracleObservationsUntilMoved) {

  /** What counts when even 32 observations do not move the prediction. */
  public static final int NEVER = 64;
}
