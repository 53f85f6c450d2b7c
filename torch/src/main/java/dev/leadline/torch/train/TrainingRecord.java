package dev.leadline.torch.train;

import dev.leadline.torch.tensor.Device;
import org.jspecify.annotations.Nullable;

/**
 * What a finished run says about itself.
 *
 * @param preset the name of the configuration
 * @param config the configuration
 * @param seed the seed of weights and tasks
 * @param device where it ran
 * @param parameters the number of weights
 * @param steps steps done
 * @param tasks tasks seen
 * @param minutes time spent
 * @param millisPerStep time spent per step
 * @param tasksPerSecond tasks seen per second
 * @param loss the mean loss of the last tenth of the steps, in nats of the scaled values
 * @param penalty the mean regulariser of the last tenth
 * @param skipped steps whose loss was not finite
 * @param weightsSha256 the hash of weights.safetensors
 * @param startedFrom the hash of the weights it started with; null for random ones
 */
public record TrainingRecord(
    String preset,
    PretrainConfig config,
    long seed,
    Device device,
    int parameters,
    long steps,
    long tasks,
    double minutes,
    double millisPerStep,
    double tasksPerSecond,
    double loss,
    double penalty,
    long skipped,
    String weightsSha256,
    @Nullable String startedFrom) {}
