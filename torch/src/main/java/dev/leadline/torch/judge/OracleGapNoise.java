package dev.leadline.torch.judge;

/**
 * How well a model predicts tasks whose observations have noise of a given size.
 *
 * @param dimensions D
 * @param context the number of observations
 * @param noise the standard deviation of the noise as a share of that of the task's function
 * @param loss the model's negative log density of held-out values, in nats per point
 * @param oracleLoss that of the exact process with the true hyper-parameters and noise
 * @param coverage50 the share of values inside the central 50 % interval
 * @param coverage80 the same of 80 %
 * @param coverage95 the same of 95 %
 */
public record OracleGapNoise(
    int dimensions,
    int context,
    double noise,
    double loss,
    double oracleLoss,
    double coverage50,
    double coverage80,
    double coverage95) {}
