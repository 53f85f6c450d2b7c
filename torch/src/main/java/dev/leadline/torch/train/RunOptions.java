package dev.leadline.torch.train;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where and how a run is carried out; none of it but the budget changes what a CPU run learns.
 *
 * @param directory takes the log, the checkpoints and the weights
 * @param device where the network learns
 * @param seed of weights and tasks
 * @param budget the wall-clock time the whole run may take, or null for no limit
 * @param start what to do with what the directory holds
 * @param betweenCheckpoints the time from one checkpoint to the next
 * @param tolerated how many steps may be skipped because their loss is not finite
 */
public record RunOptions(
    Path directory,
    Device device,
    long seed,
    @Nullable Duration budget,
    Start start,
    Duration betweenCheckpoints,
    long tolerated) {

  /** What to do with what the directory holds. */
  public enum Start {
    /** Begin; the directory must not hold a run. */
    FRESH,
    /** Continue from the newest checkpoint, or begin if there is none. */
    RESUME
  }

  public RunOptions {
    if (budget != null && (budget.isZero() || budget.isNegative())) {
      throw new IllegalArgumentException("expected a positive time budget but got " + budget);
    }
  }

  /** The matrix products of the layers run in bfloat16 on a GPU. */
  static DType matrixType(Device device) {
    return device == Device.CUDA ? DType.BFLOAT16 : DType.FLOAT32;
  }

  /** The seeds of all that is random in a run, a stream each. */
  record RunSeeds(long weights, long tasks, long sizes, long borders, long heldOut) {

    /** The streams split from the seed of a run. */
    static RunSeeds of(long seed) {
      SplittableRandom seeds = new SplittableRandom(seed);
      return new RunSeeds(
          seeds.nextLong(), seeds.nextLong(), seeds.nextLong(), seeds.nextLong(), seeds.nextLong());
    }
  }
}
