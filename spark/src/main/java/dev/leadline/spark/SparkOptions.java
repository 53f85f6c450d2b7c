package dev.leadline.spark;

import java.time.Duration;
import java.util.Optional;

/**
 * How trials are evaluated on a cluster. Immutable and thread-safe.
 *
 * @param parallelism how many trials are evaluated at once
 * @param timeout after which a trial is interrupted and failed, counted from its start on an
 *     executor
 * @param name what Spark's pages call the study; its place if nothing is said
 * @param listener hears of the progress
 */
public record SparkOptions(
    int parallelism, Optional<Duration> timeout, Optional<String> name, TrialListener listener) {

  public SparkOptions {
    if (parallelism < 1) {
      throw new IllegalArgumentException(
          "expected a parallelism of 1 or more but got " + parallelism);
    }
    timeout.ifPresent(SparkOptions::requirePositive);
  }

  /** So many trials at once, each as long as it takes. */
  public static SparkOptions parallel(int trials) {
    return new SparkOptions(trials, Optional.empty(), Optional.empty(), TrialListener.NONE);
  }

  public SparkOptions timeout(Duration length) {
    return new SparkOptions(parallelism, Optional.of(length), name, listener);
  }

  public SparkOptions name(String text) {
    return new SparkOptions(parallelism, timeout, Optional.of(text), listener);
  }

  public SparkOptions listener(TrialListener newListener) {
    return new SparkOptions(parallelism, timeout, name, newListener);
  }

  private static void requirePositive(Duration length) {
    if (length.isNegative() || length.isZero()) {
      throw new IllegalArgumentException("expected a positive timeout but got " + length);
    }
  }
}
