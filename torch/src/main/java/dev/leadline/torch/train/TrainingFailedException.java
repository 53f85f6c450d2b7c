package dev.leadline.torch.train;

import java.io.Serial;
import java.util.Locale;

/** A run that stopped because its network does not learn: the loss or the predictions say so. */
public final class TrainingFailedException extends RuntimeException {

  /** Below this spread, in nats, a network has not learned. */
  static final double LEAST_SPREAD = 1e-4;

  /** From this share of the run on a network has to have learned. */
  static final double FROM = 0.15;

  @Serial private static final long serialVersionUID = 1L;

  private TrainingFailedException(String message) {
    super(message);
  }

  /** The loss was no longer a number; the directory holds the last good checkpoint. */
  static TrainingFailedException diverged(
      LossLedger.Reading reading, PretrainConfig config, RunOptions options) {
    return new TrainingFailedException(
        ("the loss is not a number at step %d, task %d of its batch (preset %s, seed %d); the last"
                + " good checkpoint is kept in %s: continue with --resume and a higher --tolerate,"
                + " or lower the learning rate")
            .formatted(
                reading.firstSkippedStep(),
                reading.firstSkippedTask(),
                config.name(),
                options.seed(),
                options.directory()));
  }

  /**
   * The predictions did not depend on the query.
   *
   * @param step the steps that were done
   * @param spread what the predictions differ by, in nats
   */
  static TrainingFailedException collapsed(
      long step, double spread, PretrainConfig config, RunOptions options) {
    return new TrainingFailedException(
        String.format(
            Locale.ROOT,
            "every query of a task gets the same prediction after %d steps: their spread is %.1e"
                + " nats and should be at least %.0e after %.0f %% of the run (preset %s, seed %d);"
                + " try another seed or a prior with more to learn",
            step,
            spread,
            LEAST_SPREAD,
            100 * FROM,
            config.name(),
            options.seed()));
  }
}
