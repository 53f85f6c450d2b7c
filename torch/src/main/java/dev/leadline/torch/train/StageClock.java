package dev.leadline.torch.train;

import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.TrainingRecord.Stage;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The time spent in each stage of the steps so far. Thread-safe. */
final class StageClock {

  /* Measuring waits for the device before and after a stage, or for the lane of the calling thread alone where stages
   * overlap: a profiled run is slower than a plain one. Overlapped times add up to more than a step; the lane that is busy
   * all the time is the one that bounds it. */

  private final RunOptions.Measure measure;
  private final Device device;
  private final LongSupplier nanoTime;
  private final Map<Stage, Long> nanos = new EnumMap<>(Stage.class);
  private final Map<Stage, Long> counts = new EnumMap<>(Stage.class);

  StageClock(RunOptions.Measure measure, Device device, LongSupplier nanoTime) {
    this.measure = measure;
    this.device = device;
    this.nanoTime = nanoTime;
  }

  <T> T time(Stage stage, Supplier<T> work) {
    if (measure == RunOptions.Measure.NOTHING) {
      return work.get();
    }
    await();
    long start = nanoTime.getAsLong();
    T result = work.get();
    await();
    add(stage, nanoTime.getAsLong() - start);
    return result;
  }

  void run(Stage stage, Runnable work) {
    Supplier<Stage> asSupplier =
        () -> {
          work.run();
          return stage;
        };
    time(stage, asSupplier);
  }

  private void await() {
    if (measure == RunOptions.Measure.OVERLAPPED) {
      device.synchronizeLane();
    } else {
      device.synchronize();
    }
  }

  private synchronized void add(Stage stage, long time) {
    nanos.merge(stage, time, Long::sum);
    counts.merge(stage, 1L, Long::sum);
  }

  /** The mean milliseconds of each stage of a step; empty if nothing was measured. */
  synchronized Map<Stage, Double> millis() {
    Map<Stage, Double> millis = new EnumMap<>(Stage.class);
    nanos.forEach((stage, time) -> millis.put(stage, time / 1e6 / counts.getOrDefault(stage, 1L)));
    return millis;
  }
}
