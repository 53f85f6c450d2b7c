package dev.leadline.torch.pretrain;

import dev.leadline.torch.tensor.Device;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The time spent in each stage of the steps so far. Not thread-safe. */
final class StageClock {

  /* Measuring waits for the device before and after a stage, which forbids overlap: a profiled run is slower than a plain
   * one. */

  private final RunOptions.Measure measure;
  private final Device device;
  private final LongSupplier nanoTime;
  private final Map<Stage, Long> nanos = new EnumMap<>(Stage.class);

  StageClock(RunOptions.Measure measure, Device device, LongSupplier nanoTime) {
    this.measure = measure;
    this.device = device;
    this.nanoTime = nanoTime;
  }

  <T> T time(Stage stage, Supplier<T> work) {
    if (measure == RunOptions.Measure.NOTHING) {
      return work.get();
    }
    device.synchronize();
    long start = nanoTime.getAsLong();
    T result = work.get();
    device.synchronize();
    nanos.merge(stage, nanoTime.getAsLong() - start, Long::sum);
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

  /** The share of each stage in their sum; empty if nothing was measured. */
  Map<Stage, Double> shares() {
    double sum = nanos.values().stream().mapToLong(Long::longValue).sum();
    Map<Stage, Double> shares = new EnumMap<>(Stage.class);
    nanos.forEach((stage, time) -> shares.put(stage, time / sum));
    return shares;
  }
}
