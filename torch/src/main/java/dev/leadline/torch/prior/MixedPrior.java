package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;

/**
 * Tasks of two priors side by side in every batch, without the opinion of a committee. Immutable
 * and thread-safe.
 *
 * @param first where most tasks come from, or half
 * @param second where the others come from
 * @param share of the second in a batch
 */
public record MixedPrior(TaskPrior first, TaskPrior second, double share) implements TaskPrior {

  public MixedPrior {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("expected a share between 0 and 1 but got " + share);
    }
  }

  @Override
  public TaskBatch sample(int tasks, int context, int queries, TensorRandom random) {
    int others = (int) Math.round(tasks * share);
    if (others == 0 || others == tasks) {
      return (others == 0 ? first : second).sample(tasks, context, queries, random);
    }
    try (TensorScope scope = new TensorScope()) {
      TaskBatch one = first.sample(tasks - others, context, queries, random);
      TaskBatch other = second.sample(others, context, queries, random);
      return new TaskBatch(
          scope.escape(Tensor.cat(0, one.contextX(), other.contextX())),
          scope.escape(Tensor.cat(0, one.contextY(), other.contextY())),
          scope.escape(Tensor.cat(0, one.queryX(), other.queryX())),
          scope.escape(Tensor.cat(0, one.targets(), other.targets())),
          scope.escape(Tensor.cat(0, one.dimensions(), other.dimensions())),
          null);
    }
  }
}
