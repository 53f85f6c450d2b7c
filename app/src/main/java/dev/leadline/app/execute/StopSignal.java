package dev.leadline.app.execute;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A request to stop, and a bell that wakes whoever waits for something to happen. Thread-safe. */
public final class StopSignal {

  private boolean stopped;
  private boolean draining;
  private boolean rung;

  public synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** Requests that nothing new is begun; what runs may end. */
  public synchronized void drain() {
    draining = true;
  }

  synchronized boolean isDraining() {
    return draining;
  }

  /** Wakes {@link #awaitBell}, now or at its next call. */
  synchronized void ring() {
    rung = true;
    notifyAll();
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  /** Waits until the bell rings, a stop is requested or the time is over. */
  synchronized void awaitBell(Duration atMost) {
    await(atMost, true);
    rung = false;
  }

  /** Waits until a stop is requested or the time is over; returns whether it is. */
  public synchronized boolean awaitStop(Duration atMost) {
    await(atMost, false);
    return stopped;
  }

  /** Waits until a stop is requested. */
  public void awaitStop() {
    while (!awaitStop(Duration.ofHours(1))) {}
  }

  private synchronized void await(Duration atMost, boolean bellCounts) {
    long end = System.nanoTime() + atMost.toNanos();
    try {
      while (!stopped && !(bellCounts && rung) && end - System.nanoTime() > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
      }
    } catch (InterruptedException e) {
      stopped = true;
      Thread.currentThread().interrupt();
    }
  }
}
