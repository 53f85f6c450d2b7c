package dev.leadline.spark;

import java.io.Serial;

/**
 * The cluster cannot evaluate trials, for a reason that no trial has: the sentence says what to do.
 * The study is unharmed; once the cause is gone it goes on.
 */
public final class ClusterException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
