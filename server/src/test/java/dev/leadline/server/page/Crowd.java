package dev.leadline.server.page;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** How busy the machine is with other things: by how much everything takes longer. */
final class Crowd {

  private static final long WORK_NANOS = 30_000_000;

  private Crowd() {}

  /** Time on the clock for each unit of time that this thread could work; 1 on an idle machine. */
  static double factor() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long wall = System.nanoTime();
    long start = threads.getCurrentThreadCpuTime();
    while (threads.getCurrentThreadCpuTime() - start < WORK_NANOS) {
      Thread.onSpinWait();
    }
    return Math.max(1, (double) (System.nanoTime() - wall) / WORK_NANOS);
  }
}
