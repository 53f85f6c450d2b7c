package dev.leadline.app.commands;

import dev.leadline.app.execute.StopSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and other requests to end into a stop signal, and keeps the process alive until the
 * work has been put away or too much time has passed.
 */
final class StopOnShutdown implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final CountDownLatch putAway = new CountDownLatch(1);
  private final Thread hook;

  private StopOnShutdown(StopSignal signal, Optional<Duration> grace) {
    this.hook =
        new Thread(
            () -> {
              signal.drain();
              grace.ifPresent(this::awaitWork);
              signal.stop();
              awaitWork(PATIENCE);
            },
            "stop-on-shutdown");
  }

  static StopOnShutdown install(StopSignal signal) {
    return install(signal, Optional.empty());
  }

  /**
   * The same for work that takes its time.
   *
   * @param grace how long after the request what runs may go on
   */
  static StopOnShutdown install(StopSignal signal, Optional<Duration> grace) {
    StopOnShutdown shutdown = new StopOnShutdown(signal, grace);
    Runtime.getRuntime().addShutdownHook(shutdown.hook);
    return shutdown;
  }

  /** Says that everything is put away. */
  @Override
  public void close() {
    putAway.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already: the hook has done its work.
    }
  }

  private void awaitWork(Duration atMost) {
    try {
      putAway.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
