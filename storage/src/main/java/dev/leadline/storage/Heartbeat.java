package dev.leadline.storage;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Gives a sign of life again and again on a thread of its own. Thread-safe. */
final class Heartbeat implements AutoCloseable {

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread daemon = new Thread(task, "study-heartbeat");
            daemon.setDaemon(true);
            return daemon;
          });

  Heartbeat(Duration every, Runnable sign) {
    long micros = Math.max(1, every.toNanos() / 1000);
    Future<?> unused = thread.scheduleWithFixedDelay(sign, micros, micros, TimeUnit.MICROSECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
