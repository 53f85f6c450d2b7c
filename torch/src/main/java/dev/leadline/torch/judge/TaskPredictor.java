package dev.leadline.torch.judge;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Buckets;
import dev.leadline.torch.tensor.Device;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A model that predicts the queries of many tasks. */
interface TaskPredictor {

  /** What is predicted for each task. */
  List<ScaledPredictive> predict(OracleTasks tasks);

  /** How values reach the units of the model where they are seen as they are. */
  OutputScaling scaling();

  /** Where the tasks are to be. */
  Device device();

  /** The buckets of all predictions, or null if they are in other units at every query. */
  @Nullable Buckets buckets();
}
