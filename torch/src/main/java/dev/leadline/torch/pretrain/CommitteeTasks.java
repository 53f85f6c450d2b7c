package dev.leadline.torch.pretrain;

import dev.leadline.torch.gp.BatchedCommittee;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;

/** The tasks of another prior with a committee's opinion added. Thread-safe. */
record CommitteeTasks(TaskPrior bare, BatchedCommittee committee, StageClock clock)
    implements TaskPrior {

  @Override
  public TaskBatch sample(int tasks, int context, int queries, TensorRandom random) {
    TaskBatch batch = bare.sample(tasks, context, queries, random);
    return new TaskBatch(
        batch.contextX(),
        batch.contextY(),
        batch.queryX(),
        batch.targets(),
        batch.dimensions(),
        clock.time(Stage.COMMITTEE, () -> consult(batch)));
  }

  private TaskBatch.Committee consult(TaskBatch batch) {
    try (TensorScope scope = new TensorScope()) {
      BatchedCommittee.Opinion opinion =
          committee.consult(
              batch.contextX(),
              batch.contextY().to(DType.FLOAT64),
              batch.queryX(),
              batch.dimensions());
      return new TaskBatch.Committee(
          scope.escape(opinion.contextFeatures()),
          scope.escape(opinion.queryFeatures()),
          scope.escape(opinion.location()),
          scope.escape(opinion.scale()));
    }
  }
}
