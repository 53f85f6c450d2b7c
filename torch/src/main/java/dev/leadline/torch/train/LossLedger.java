package dev.leadline.torch.train;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import org.jspecify.annotations.Nullable;

/**
 * The losses of the steps since the last reading, kept on the device.
 *
 * <p>Owns its tensor until closed. Not thread-safe.
 */
final class LossLedger implements AutoCloseable {

  /**
   * What happened.
   *
   * @param loss mean negative log density per query since the last reading, in nats of the scaled
   *     values; steps whose loss was not finite do not count
   * @param penalty mean penalty per query, likewise
   * @param skipped the number of steps so far whose loss was not finite
   * @param firstSkippedStep the first of them, or −1
   * @param firstSkippedTask the task in that batch, or −1
   */
  record Reading(
      double loss, double penalty, long skipped, long firstSkippedStep, long firstSkippedTask) {}

  private final int tasks;
  private final Tensor rows; // (steps, tasks + 1), the loss of every task and the penalty
  private final long[] steps;
  private int noted;
  private long skipped;
  private long firstSkippedStep = -1;
  private long firstSkippedTask = -1;

  /**
   * @param capacity the largest number of steps from one reading to the next
   */
  LossLedger(int capacity, int tasks, Device device) {
    this.tasks = tasks;
    steps = new long[capacity];
    try (TensorScope scope = new TensorScope()) {
      rows = Tensor.zeros(device, DType.FLOAT32, capacity, tasks + 1).keep();
    }
  }

  /**
   * Notes a step.
   *
   * @param losses one per task, at most so many
   * @param penalty a scalar, or null for none
   */
  void note(long step, Tensor losses, @Nullable Tensor penalty) {
    if (noted == steps.length) {
      throw new IllegalStateException(
          "expected a reading at least every %d steps".formatted(steps.length));
    }
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor row = rows.select(0, noted);
      long count = losses.size(0);
      row.narrow(0, 0, count).copyInPlace(losses);
      if (count < tasks) { // a smaller batch leaves the mean as it is
        row.narrow(0, count, tasks - count).copyInPlace(losses.mean().expand(tasks - count));
      }
      if (penalty != null) {
        row.select(0, tasks).copyInPlace(penalty);
      }
    }
    steps[noted++] = step;
  }

  /** Waits for the device and says what happened since the last reading. */
  Reading read() {
    float[] values;
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      values = rows.narrow(0, 0, noted).toFloatArray();
    }
    double loss = 0;
    double penalty = 0;
    int finite = 0;
    for (int i = 0; i < noted; i++) {
      int start = i * (tasks + 1);
      double sum = 0;
      for (int task = 0; task < tasks; task++) {
        sum += values[start + task];
      }
      double extra = values[start + tasks];
      if (Double.isFinite(sum + extra)) {
        loss += sum / tasks;
        penalty += extra;
        finite++;
      } else {
        skip(steps[i], values, start);
      }
    }
    noted = 0;
    return new Reading(
        loss / finite, penalty / finite, skipped, firstSkippedStep, firstSkippedTask);
  }

  private void skip(long step, float[] values, int start) {
    skipped++;
    if (firstSkippedStep >= 0) {
      return;
    }
    firstSkippedStep = step;
    firstSkippedTask = 0;
    for (int task = tasks - 1; task >= 0; task--) {
      if (!Float.isFinite(values[start + task])) {
        firstSkippedTask = task;
      }
    }
  }

  @Override
  public void close() {
    rows.free();
  }
}
