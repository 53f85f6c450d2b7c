package dev.leadline.torch.pretrain;

import java.io.Serial;
import java.util.Locale;

/** A run that stopped because its predictions did not depend on the query. */
public final class CollapsedNetworkException extends RuntimeException {

  /** Below this spread, in nats, a network has not learned. */
  static final double LEAST_SPREAD = 1e-4;

  /** From this share of the run on a network has to have learned. */
  static final double FROM = 0.15;

  @Serial private static final long serialVersionUID = 1L;

  /**
   * @param step the steps that were done
   * @param spread what the predictions differ by, in nats
   */
  CollapsedNetworkException(long step, double spread, String preset, long seed) {
    super(
        String.format(
            Locale.ROOT,
            "every query of a task gets the same prediction after %d steps: their spread is %.1e"
                + " nats and should be at least %.0e after %.0f %% of the run (preset %s, seed %d);"
                + " try another seed or a prior with more to learn",
            step,
            spread,
            LEAST_SPREAD,
            100 * FROM,
            preset,
            seed));
  }
}
