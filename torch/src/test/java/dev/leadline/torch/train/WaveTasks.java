package dev.leadline.torch.train;

import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;

/**
 * Tasks y = sin(5x + phase) + shift in one dimension: quick to draw, and there is much to learn.
 */
final class WaveTasks implements TaskPrior {

  /** The values of the queries come out as this number, for tests of what is not a number. */
  private final double factor;

  WaveTasks(double factor) {
    this.factor = factor;
  }

  WaveTasks() {
    this(1);
  }

  @Override
  public TaskBatch sample(int tasks, int context, int queries, TensorRandom random) {
    Tensor phase = random.uniform(DType.FLOAT32, tasks, 1).times(2 * Math.PI);
    Tensor shift = random.normal(DType.FLOAT32, tasks, 1).times(0.3);
    Tensor contextX = random.uniform(DType.FLOAT32, tasks, context);
    Tensor queryX = random.uniform(DType.FLOAT32, tasks, queries);
    Tensor contextY = contextX.times(5).plus(phase).sin().plus(shift);
    Tensor targets = queryX.times(5).plus(phase).sin().plus(shift).times(factor);
    return new TaskBatch(contextX.unsqueeze(2), contextY, queryX.unsqueeze(2), targets);
  }
}
