package dev.leadline.torch.train;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Schedule;
import dev.leadline.torch.prior.TaskPrior;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides what a run learns, except its seed and its time.
 *
 * @param name the preset's name
 * @param prior where the tasks come from
 * @param scaling the output scaling fitted on each context
 * @param network the shape of the network
 * @param committee the committee behind the tokens, or null for plain tokens
 * @param tasks the number of tasks of a batch, B
 * @param sizes how many points are seen and predicted
 * @param penalty the regulariser of Eq. 3, or null for none
 * @param emphasis which queries count most
 * @param optimiser the constants of the optimiser
 * @param schedule the learning rate over the run
 * @param steps the length of a whole run
 * @param stepsPerReading how often the loss is read, in steps
 * @param practice how the run is conducted
 */
public record PretrainConfig(
    String name,
    PriorChoice prior,
    OutputScaling scaling,
    NetworkConfig network,
    @Nullable CommitteeConfig committee,
    int tasks,
    TaskSizes sizes,
    @Nullable StationarityPenalty penalty,
    Emphasis emphasis,
    AdamW.Config optimiser,
    Schedule schedule,
    long steps,
    int stepsPerReading,
    TrainingOptions practice) {

  public PretrainConfig {
    if ((committee == null) != (network.tokens() == Tokens.PLAIN)) {
      throw new IllegalArgumentException(
          "expected a committee for committee tokens and none for plain ones but the tokens are "
              + network.tokens());
    }
    if (tasks < 1 || steps < 1 || stepsPerReading < 1) {
      throw new IllegalArgumentException(
          "expected at least one task, step and step per reading but got %d, %d and %d"
              .formatted(tasks, steps, stepsPerReading));
    }
  }

  /** Where the tasks of such a run come from, without the committee's opinion. */
  public TaskPrior tasksToLearn() {
    return prior.create(network.maxDimensions(), scaling);
  }

  /** The number of committee members, 0 without a committee. */
  public int members() {
    return committee == null ? 0 : committee.members();
  }

  /** The same with another length. */
  public PretrainConfig withSteps(long newSteps) {
    return new PretrainConfig(
        name,
        prior,
        scaling,
        network,
        committee,
        tasks,
        sizes,
        penalty,
        emphasis,
        optimiser,
        schedule,
        newSteps,
        stepsPerReading,
        practice);
  }

  /** Which queries count most in the loss. */
  public enum Emphasis {
    /** All alike. */
    NONE,
    /** Those where the network expects to improve on the best observation: a search asks there. */
    IMPROVEMENT
  }
}
