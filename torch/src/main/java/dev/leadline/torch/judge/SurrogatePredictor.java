package dev.leadline.torch.judge;

import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Buckets;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.torch.tensor.Device;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A surrogate that predicts one task after the other. */
record SurrogatePredictor(Surrogate surrogate, ModelUnits units) implements TaskPredictor {

  @Override
  public List<ScaledPredictive> predict(OracleTasks tasks) {
    return IntStream.range(0, tasks.count()).mapToObj(task -> predict(tasks, task)).toList();
  }

  private ScaledPredictive predict(OracleTasks tasks, int task) {
    ModelUnits.View seen = units.of(tasks.observations(task));
    try (Posterior posterior = surrogate.condition(seen.observations())) {
      return new ScaledPredictive(
          posterior.at(tasks.queryPoints(task)), seen.scaling(), Double.NaN);
    }
  }

  @Override
  public OutputScaling scaling() {
    return units.scaling();
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
