package dev.leadline.lab.experiment;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A moment after which no further step begins. Immutable and thread-safe. */
public final class TimeLimit {

  /** A limit that is never reached. */
  public static final TimeLimit NONE = new TimeLimit(() -> 0, 0, 1);

  private final LongSupplier nanos;
  private final long start;
  private final long length;

  private TimeLimit(LongSupplier nanos, long start, long length) {
    this.nanos = nanos;
    this.start = start;
    this.length = length;
  }

  /**
   * The moment so long after now.
   *
   * @param nanos a monotonic clock in nanoseconds
   */
  public static TimeLimit after(Duration length, LongSupplier nanos) {
    if (length.isNegative() || length.isZero()) {
      throw new IllegalArgumentException("expected a positive time limit but got " + length);
    }
    return new TimeLimit(nanos, nanos.getAsLong(), length.toNanos());
  }

  public boolean isOver() {
    return nanos.getAsLong() - start >= length;
  }
}
