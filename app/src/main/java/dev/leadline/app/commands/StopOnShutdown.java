package dev.leadline.app.commands;

import dev.leadline.app.execute.StopSignal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and other requests to end into a stop signal, and keeps the process alive until the
 * work has been put away or too much time has passed.
 */
final class StopOnShutdown implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 20;

  private final CountDownLatch putAway = new CountDownLatch(1);
  private final Thread hook;

  private StopOnShutdown(StopSignal signal) {
    this.hook =
        new Thread(
            () -> {
              signal.stop();
              awaitWork();
            },
            "stop-on-shutdown");
  }

  static StopOnShutdown install(StopSignal signal) {
    StopOnShutdown shutdown = new StopOnShutdown(signal);
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

  private void awaitWork() {
    try {
      putAway.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
