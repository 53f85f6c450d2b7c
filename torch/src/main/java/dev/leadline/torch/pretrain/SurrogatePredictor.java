package dev.leadline.torch.pretrain;

import dev.leadline.acquisition.ModelUnits;
import dev.leadline.acquisition.OutputScaling;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Predictive;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.tensor.Device;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A surrogate that predicts one task after the other. */
record SurrogatePredictor(Surrogate surrogate, OutputScaling scaling) implements TaskPredictor {

  @Override
  public List<Predictive> predict(OracleTasks tasks) {
    return IntStream.range(0, tasks.count()).mapToObj(task -> predict(tasks, task)).toList();
  }

  private Predictive predict(OracleTasks tasks, int task) {
    ModelUnits units = new ModelUnits(scaling, surrogate::inputUnits);
    Observations seen = units.of(tasks.observations(task)).observations();
    try (Posterior posterior = surrogate.condition(seen)) {
      return posterior.at(tasks.queryPoints(task));
    }
  }

  @Override
  public Device device() {
    return Device.CPU;
  }

  @Override
  public @Nullable Buckets buckets() {
    return null;
  }
}
