package dev.leadline.torch.train;

import dev.leadline.pfn.NetworkConfig;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Schedule;
import dev.leadline.torch.prior.TaskPrior;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides what a run learns, except its seed and its time.
 *
 * @param name the preset's name
 * @param prior where the tasks come from
 * @param network the shape of the network
 * @param tasks the number of tasks of a batch, B
 * @param sizes how many points are seen and predicted
 * @param penalty the regulariser of Eq. 3, or null for none
 * @param optimiser the constants of the optimiser
 * @param schedule the learning rate over the run
 * @param steps the length of a whole run
 * @param stepsPerReading how often the loss is read, in steps
 * @param practice how the run is conducted
 */
public record PretrainConfig(
    String name,
    PriorChoice prior,
    NetworkConfig network,
    int tasks,
    TaskSizes sizes,
    @Nullable StationarityPenalty penalty,
    AdamW.Config optimiser,
    Schedule schedule,
    long steps,
    int stepsPerReading,
    TrainingOptions practice) {

  public PretrainConfig {
    if (tasks < 1 || steps < 1 || stepsPerReading < 1) {
      throw new IllegalArgumentException(
          "expected at least one task, step and step per reading but got %d, %d and %d"
              .formatted(tasks, steps, stepsPerReading));
    }
  }

  /** Where the tasks of such a run come from. */
  public TaskPrior tasksToLearn() {
    return prior.create(network.dimensions());
  }

  /** The same with another length. */
  public PretrainConfig withSteps(long newSteps) {
    return new PretrainConfig(
        name,
        prior,
        network,
        tasks,
        sizes,
        penalty,
        optimiser,
        schedule,
        newSteps,
        stepsPerReading,
        practice);
  }
}
