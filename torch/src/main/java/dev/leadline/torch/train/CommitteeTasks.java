package dev.leadline.torch.train;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.torch.gp.BatchedCommittee;
import dev.leadline.torch.gp.BatchedInputUnits;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;

/** The tasks of another prior with a committee's opinion added. Thread-safe. */
final class CommitteeTasks implements TaskPrior {

  /* The units of the inputs come from the beginning of a context, as in a study (ModelUnits). There its values are scaled by
   * themselves; here they are as they come, which is the same where the beginning is the whole context: at every size that
   * training draws. */

  private final TaskPrior bare;
  private final BatchedInputUnits inputUnits;
  private final BatchedCommittee committee;

  CommitteeTasks(TaskPrior bare, CommitteeConfig config) {
    this.bare = bare;
    this.inputUnits = new BatchedInputUnits(config);
    this.committee = new BatchedCommittee(config);
  }

  @Override
  public TaskBatch sample(int tasks, int context, int queries, TensorRandom random) {
    TaskBatch batch = bare.sample(tasks, context, queries, random);
    try (TensorScope scope = new TensorScope()) {
      return new TaskBatch(
          batch.contextX(),
          batch.contextY(),
          batch.queryX(),
          batch.targets(),
          batch.dimensions(),
          consult(batch, units(batch)).escaped(scope));
    }
  }

  private Tensor units(TaskBatch batch) { // (B, D)
    int beginning = ModelUnits.beginning(batch.context());
    return inputUnits.of(
        batch.contextX().narrow(1, 0, beginning),
        batch.contextY().narrow(1, 0, beginning),
        batch.dimensions());
  }

  private BatchedCommittee.EnsembleFeatures consult(TaskBatch batch, Tensor units) {
    return committee.consult(
        batch.contextX(),
        batch.contextY().to(DType.FLOAT64),
        batch.queryX(),
        batch.dimensions(),
        units);
  }
}
