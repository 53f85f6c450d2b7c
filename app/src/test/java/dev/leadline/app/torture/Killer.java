package dev.leadline.app.torture;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Ends a process without warning (SIGKILL) at a random moment of its life. One thread. */
final class Killer {

  /* Most kills come while the program works, the others while it starts: where a study is opened,
  recovered and locked. */

  private static final long START_MICROS = 500_000;
  private static final long WORK_MICROS = 120_000;
  private static final long PATIENCE_SECONDS = 60;
  private static final int SIGKILL = 128 + 9;

  private final Process process;
  private final long workMicros;
  private boolean isDue;

  Killer(Process process, RandomGenerator random) {
    this(process, random, WORK_MICROS);
  }

  /**
   * @param mostMicros the process is let work so long at most
   */
  Killer(Process process, RandomGenerator random, long mostMicros) {
    this.process = process;
    this.workMicros = random.nextLong(mostMicros);
    boolean early = random.nextInt(5) == 0;
    killAfter(early ? random.nextLong(START_MICROS) : TimeUnit.SECONDS.toMicros(PATIENCE_SECONDS));
  }

  /** The program works: the moment comes soon after the first of these calls. */
  void sawLife() {
    if (!isDue) {
      isDue = true;
      killAfter(workMicros);
    }
  }

  /** Waits for the end; false if the process had ended by itself. */
  boolean finish() throws InterruptedException {
    return process.waitFor() == SIGKILL;
  }

  private void killAfter(long micros) {
    CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS)
        .execute(process::destroyForcibly);
  }
}
