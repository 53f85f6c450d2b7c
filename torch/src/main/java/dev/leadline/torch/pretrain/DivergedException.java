package dev.leadline.torch.pretrain;

import java.io.Serial;
import java.nio.file.Path;

/** A run that stopped because its loss was no longer a number. */
public final class DivergedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * @param reading names the step
   * @param directory holds the last good checkpoint
   */
  DivergedException(LossLedger.Reading reading, String preset, long seed, Path directory) {
    super(
        ("the loss is not a number at step %d, task %d of its batch (preset %s, seed %d); the last"
                + " good checkpoint is kept in %s: continue with --resume and a higher --tolerate,"
                + " or lower the learning rate")
            .formatted(
                reading.firstSkippedStep(), reading.firstSkippedTask(), preset, seed, directory));
  }
}
