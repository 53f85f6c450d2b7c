package dev.leadline.app.execute;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A request to stop, and a bell that wakes whoever waits for something to happen. Thread-safe. */
public final class StopSignal {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean stopped;
  private boolean draining;
  private boolean rung;

  /** Requests a stop. */
  public void stop() {
    lock.lock();
    try {
      stopped = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Requests that nothing new is begun; what runs may end. */
  public void drain() {
    lock.lock();
    try {
      draining = true;
    } finally {
      lock.unlock();
    }
  }

  boolean isDraining() {
    lock.lock();
    try {
      return draining;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes {@link #awaitBell}, now or at its next call. */
  void ring() {
    lock.lock();
    try {
      rung = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isStopped() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the bell rings, a stop is requested or the time is over. */
  void awaitBell(Duration atMost) {
    await(atMost, true);
  }

  /** Waits until a stop is requested or the time is over; returns whether it is. */
  public boolean awaitStop(Duration atMost) {
    await(atMost, false);
    return isStopped();
  }

  /** Waits until a stop is requested. */
  public void awaitStop() {
    while (!isStopped()) {
      await(Duration.ofHours(1), false);
    }
  }

  private void await(Duration atMost, boolean bellCounts) {
    lock.lock();
    try {
      long nanos = atMost.toNanos();
      while (!stopped && !(bellCounts && rung) && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      if (bellCounts) {
        rung = false;
      }
    } catch (InterruptedException e) {
      stopped = true;
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
