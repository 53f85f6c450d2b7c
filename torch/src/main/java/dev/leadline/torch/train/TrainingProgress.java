package dev.leadline.torch.train;

import org.jspecify.annotations.Nullable;

/**
 * How far a run is: one line of the training log.
 *
 * @param step steps done
 * @param tasks tasks seen
 * @param seconds time spent
 * @param secondsLeft time left, estimated
 * @param loss mean negative log density since the line before, in nats of the scaled values
 * @param penalty mean regulariser since the line before
 * @param learningRate of the last step
 * @param millisPerStep since the line before
 * @param tasksPerSecond since the line before
 * @param skipped steps whose loss was not finite
 * @param heldOut the loss on held-out tasks; null in logs of earlier versions
 * @param spread how much the predictions of a held-out task differ, see {@link HeldOut#spread};
 *     null in logs of earlier versions
 */
public record TrainingProgress(
    long step,
    long tasks,
    double seconds,
    double secondsLeft,
    double loss,
    double penalty,
    double learningRate,
    double millisPerStep,
    double tasksPerSecond,
    long skipped,
    @Nullable Double heldOut,
    @Nullable Double spread) {}
