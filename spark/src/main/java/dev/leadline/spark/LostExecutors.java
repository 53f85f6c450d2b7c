package dev.leadline.spark;

import java.util.Optional;

/** What the exception of a job that Spark gave up says of its executors. */
final class LostExecutors {

  private static final String MARK = "ExecutorLostFailure";

  private LostExecutors() {}

  /** Why the work is to be blamed: its executor was lost again and again. */
  static Optional<String> reasonIfLost(Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    return text.contains(MARK)
        ? Optional.of("its executor was lost each time: " + firstLine(cause))
        : Optional.empty();
  }

  /** What Spark says, without its stack traces. */
  static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse(cause.toString());
  }
}
