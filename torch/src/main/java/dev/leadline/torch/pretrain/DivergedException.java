package dev.leadline.torch.pretrain;

import java.io.Serial;

/** A run that stopped because its loss was no longer a number. */
public final class DivergedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  DivergedException(String message) {
    super(message);
  }
}
