package dev.leadline.torch.train;

import dev.leadline.torch.train.TrainingOptions.Finish;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How far a run is on its way to its last step. Not thread-safe. */
final class TrainingClock {

  private final PretrainConfig config;
  private final @Nullable Duration budget;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private final double secondsBefore;
  private long step;
  private long length; // in steps

  /**
   * @param budget the wall-clock time of the whole run, or null for no limit
   * @param step what was done before
   * @param secondsBefore what that took
   */
  TrainingClock(
      PretrainConfig config,
      @Nullable Duration budget,
      LongSupplier nanoTime,
      long step,
      double secondsBefore) {
    this.config = config;
    this.budget = budget;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.step = step;
    this.secondsBefore = secondsBefore;
    this.length = config.steps();
  }

  /** Takes the next step. */
  void advance() {
    step++;
  }

  /** Takes notice of the losses so far: a run is shorter once they have stood still. */
  void fit(List<TrainingProgress> lines) {
    Finish finish = config.practice().finish();
    if (finish != null) {
      OptionalLong still = finish.rule().in(lines);
      length =
          still.isEmpty()
              ? config.steps()
              : Math.min(config.steps(), finish.steps(still.getAsLong()));
    }
  }

  long step() {
    return step;
  }

  /** The time spent, in all sittings. */
  double seconds() {
    return secondsBefore + (nanoTime.getAsLong() - startNanos) / 1e9;
  }

  /** The share of the run that is done, by steps or by time, whichever is further. */
  double share() {
    double bySteps = step / (double) length;
    return budget == null ? bySteps : Math.max(bySteps, seconds() * 1e3 / budget.toMillis());
  }

  /** The finish, if the rest of the run is its finish. */
  @Nullable Finish finish() {
    Finish finish = config.practice().finish();
    return finish != null && share() >= finish.from() ? finish : null;
  }

  /** The learning rate of the next step. */
  double learningRate() {
    Finish finish = config.practice().finish();
    double share = Math.min(1, share());
    double place = finish == null ? share : finish.place(share, config.schedule().warmUp());
    return config.schedule().rate(place);
  }
}
