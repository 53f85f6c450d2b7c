package dev.leadline.torch.train;

import dev.leadline.torch.nn.Network;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasks that a run is judged by and does not learn from: the same at every reading, of six context
 * sizes that stand for the run's law.
 *
 * <p>Owns its tasks until closed. Not thread-safe.
 */
final class HeldOut implements AutoCloseable {

  private static final int SIZES = 6;
  private static final int SHARE_OF_A_BATCH = 4;

  /**
   * What a network makes of the tasks.
   *
   * @param loss the mean negative log density, in nats of the scaled values
   * @param spread how much the predictions of a task differ, see {@link #spread}
   */
  record Outcome(double loss, double spread) {}

  private final List<TaskBatch> batches = new ArrayList<>();

  HeldOut(TaskPrior prior, TaskSizes sizes, int tasks, Device device, long seed) {
    try (TensorRandom random = new TensorRandom(device, seed);
        NoGrad off = new NoGrad()) {
      for (int i = 0; i < SIZES; i++) {
        try (TensorScope scope = new TensorScope()) {
          TaskSizes.Sizes size = sizes.at((i + 0.5) / SIZES);
          int count = Math.max(1, tasks / SHARE_OF_A_BATCH);
          TaskBatch batch = prior.sample(count, size.context(), size.queries(), random);
          batch.tensors().forEach(Tensor::keep);
          batches.add(batch);
        }
      }
    }
  }

  Outcome measure(Network network, BarLoss loss) {
    double losses = 0;
    double spread = 0;
    for (TaskBatch batch : batches) {
      try (TensorScope scope = new TensorScope();
          NoGrad off = new NoGrad()) {
        Tensor logMass =
            network.logMass(batch.contextX(), batch.contextY(), batch.queryX()); // (B, Q, K)
        losses += loss.of(logMass, batch.targets()).mean().item() / SIZES;
        spread += spread(logMass).mean().item() / SIZES;
      }
    }
    return new Outcome(losses, spread);
  }

  /**
   * How much the predictions of each task differ, (B): the mean KL divergence of a query's
   * prediction from the mean prediction of its task, in nats. A network that predicts the same
   * everywhere has 0.
   *
   * @param logMass (B, Q, K)
   */
  static Tensor spread(Tensor logMass) {
    /* mean_j KL(p_j ‖ m) with m = mean_j p_j is mean_j Σ_l p_jl log p_jl − Σ_l m_l log m_l. In double precision, because a dead
     * network's is a difference of equal numbers: 1e-7 in single precision. */
    logMass.expect("log mass", -1, -1, -1);
    try (TensorScope scope = new TensorScope()) {
      Tensor log = logMass.to(DType.FLOAT64);
      Tensor mass = log.exp(); // (B, Q, K)
      Tensor negEntropy = mass.times(log).sum(2).mean(1); // (B)
      Tensor middle = mass.mean(1); // (B, K)
      Tensor ofMiddle = middle.times(middle.clampMin(1e-300).log()).sum(1); // (B)
      return scope.escape(negEntropy.minus(ofMiddle).relu());
    }
  }

  @Override
  public void close() {
    batches.forEach(batch -> batch.tensors().forEach(Tensor::free));
  }
}
