package dev.leadline.torch.pretrain;

import java.io.Serial;

/** A run that stopped because its predictions did not depend on the query. */
public final class FlatException extends RuntimeException {

  /** Below this spread, in nats, a network has not learned. */
  static final double LEAST_SPREAD = 1e-4;

  /** From this share of the run on a network has to have learned. */
  static final double FROM = 0.15;

  @Serial private static final long serialVersionUID = 1L;

  FlatException(String message) {
    super(message);
  }
}
