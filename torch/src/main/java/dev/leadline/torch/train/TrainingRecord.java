package dev.leadline.torch.train;

import dev.leadline.torch.tensor.Device;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
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
 * @param stageMillis the mean milliseconds of each stage of a step; empty unless profiled
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
    @Nullable String startedFrom,
    Map<Stage, Double> stageMillis) {

  public TrainingRecord {
    stageMillis = Collections.unmodifiableMap(new TreeMap<>(stageMillis));
  }

  /** A part of a training step. */
  public enum Stage {
    PRIOR,
    /** The units of the inputs, in which the committee measures. */
    UNITS,
    COMMITTEE,
    FORWARD,
    BACKWARD,
    OPTIMISER
  }
}
