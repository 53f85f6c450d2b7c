package dev.leadline.torch.pretrain;

import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** The borders of buckets that fit the values of a prior's tasks. */
record DrawnBorders(TaskPrior prior, PretrainConfig config, Device device, long seed) {

  private static final int BATCHES = 10;

  /** Borders from targets come from as many batches, for the sake of the rare sizes. */
  private static final int TARGET_BATCHES = 40;

  /** K + 1 borders by the rule of the configuration. */
  double[] draw() {
    int buckets = config.network().buckets();
    return config.practice().borders() == BorderRule.TARGETS
        ? Borders.ofBatches(draws(TARGET_BATCHES, batch -> batch.targets().toFloatArray()), buckets)
        : Borders.equalMass(joined(draws(BATCHES, DrawnBorders::all)), buckets);
  }

  /** Values of so many batches. */
  private List<float[]> draws(int batches, Function<TaskBatch, float[]> values) {
    List<float[]> draws = new ArrayList<>();
    try (TensorRandom random = new TensorRandom(device, seed);
        NoGrad off = new NoGrad()) {
      for (int i = 0; i < batches; i++) {
        try (TensorScope scope = new TensorScope()) {
          TaskSizes.Sizes drawn = config.sizes().draw(new SplittableRandom(seed + i));
          draws.add(
              values.apply(prior.sample(config.tasks(), drawn.context(), drawn.queries(), random)));
        }
      }
    }
    return draws;
  }

  private static float[] all(TaskBatch batch) {
    return joined(List.of(batch.contextY().toFloatArray(), batch.targets().toFloatArray()));
  }

  private static float[] joined(List<float[]> parts) {
    float[] all = new float[parts.stream().mapToInt(part -> part.length).sum()];
    int next = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, next, part.length);
      next += part.length;
    }
    return all;
  }
}
