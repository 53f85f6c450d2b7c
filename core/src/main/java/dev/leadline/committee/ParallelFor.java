package dev.leadline.committee;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Runs independent tasks, on several threads where the work pays for the hand-over. */
final class ParallelFor {

  /* A tenth to a fifth of a millisecond of work: less is done before a thread that sleeps is awake. */
  private static final long WORTH_FORKING = 1_000_000;

  private ParallelFor() {}

  /**
   * Runs tasks 0 … count − 1, which must not depend on each other or on their order.
   *
   * @param operations roughly how many multiplications all of them take together
   */
  static void run(int count, long operations, IntConsumer task) {
    if (operations < WORTH_FORKING || count < 2) {
      for (int i = 0; i < count; i++) {
        task.accept(i);
      }
    } else {
      IntStream.range(0, count).parallel().forEach(task);
    }
  }
}
