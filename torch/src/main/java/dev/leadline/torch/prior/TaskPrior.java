package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.TensorRandom;

/**
 * A source of synthetic tasks to learn from.
 *
 * <p>Implementations are thread-safe: all state is in the random stream. The tensors of the result
 * belong to the scope that is open when the method is called; nothing waits for the device.
 */
public interface TaskPrior {

  /**
   * Draws tasks that share the number of context points and of queries.
   *
   * @param tasks the number of tasks, B
   * @param context the number of context points of each task, C, at least 0
   * @param queries the number of queries of each task, Q
   * @param random the stream, on the device where the tasks are wanted
   */
  TaskBatch sample(int tasks, int context, int queries, TensorRandom random);
}
