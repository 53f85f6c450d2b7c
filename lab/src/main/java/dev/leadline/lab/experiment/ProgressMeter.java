package dev.leadline.lab.experiment;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Counts evaluations and estimates the time left from this session's pace. Thread-safe. */
final class ProgressMeter {

  private final long total;
  private final long before;
  private final long start;
  private final LongSupplier nanos;
  private final Progress progress;
  private long done;

  ProgressMeter(long total, long before, LongSupplier nanos, Progress progress) {
    this.total = total;
    this.before = before;
    this.done = before;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
    this.progress = progress;
  }

  synchronized void add(int evaluations, String method) {
    done += evaluations;
    double elapsed = nanos.getAsLong() - start;
    double left = elapsed / Math.max(1, done - before) * (total - done);
    progress.at(done, total, Duration.ofNanos((long) left), method);
  }
}
