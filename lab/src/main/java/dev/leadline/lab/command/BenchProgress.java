package dev.leadline.lab.command;

import dev.leadline.app.exit.UserError;
import dev.leadline.lab.experiment.Progress;
import dev.leadline.lab.experiment.TimeLimit;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Prints how far a benchmark has come, every few seconds. Called by one thread at a time. */
public final class BenchProgress implements Progress {

  private static final long PAUSE = 5_000_000_000L;
  private static final double MOST_MINUTES = 1e7;

  private final PrintWriter out;
  private final LongSupplier nanos;
  private long last;

  public BenchProgress(PrintWriter out, LongSupplier nanos) {
    this.out = out;
    this.nanos = nanos;
    this.last = nanos.getAsLong();
  }

  /** The limit so many minutes from now; none without a number. */
  public static TimeLimit limit(@Nullable Double minutes) {
    if (minutes == null) {
      return TimeLimit.NONE;
    }
    if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
      throw UserError.usage("expected a positive number of --minutes but got " + minutes);
    }
    return TimeLimit.after(Duration.ofMillis(Math.round(minutes * 60_000)), System::nanoTime);
  }

  @Override
  public void at(long done, long total, Duration left, String latest) {
    long now = nanos.getAsLong();
    if (now - last < PAUSE && done < total) {
      return;
    }
    last = now;
    out.println(
        "%d of %d evaluations (%.1f %%), %s, about %s left"
            .formatted(done, total, 100.0 * done / total, latest, text(left)));
    out.flush();
  }

  private static String text(Duration left) {
    long seconds = left.toSeconds();
    return seconds < 120
        ? seconds + " s"
        : seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
  }
}
