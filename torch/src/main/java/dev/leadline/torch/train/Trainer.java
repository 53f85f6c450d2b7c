package dev.leadline.torch.train;

import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import org.jspecify.annotations.Nullable;

/**
 * A network, its loss and its optimiser: what one training step needs.
 *
 * <p>Nothing in a step waits for the device; losses are kept there until they are read. Not
 * thread-safe.
 */
final class Trainer implements AutoCloseable {

  private final Network network;
  private final AdamW optimiser;
  private final BarLoss barLoss;
  private final @Nullable StationarityPenalty penalty;
  private final LossLedger ledger;

  /**
   * @param tasks in a batch
   * @param stepsPerReading the largest number of steps from one reading to the next
   */
  Trainer(
      Network network,
      AdamW.Config config,
      double[] borders,
      @Nullable StationarityPenalty penalty,
      int tasks,
      int stepsPerReading) {
    this.network = network;
    this.penalty = penalty;
    optimiser = new AdamW(network.parameters(), config);
    Device device = network.parameters().device();
    barLoss = new BarLoss(borders, device);
    ledger = new LossLedger(stepsPerReading, tasks, device);
  }

  AdamW optimiser() {
    return optimiser;
  }

  BarLoss barLoss() {
    return barLoss;
  }

  /**
   * Learns from one batch.
   *
   * @param step the number of the step, from 1
   */
  void step(TaskBatch batch, double learningRate, long step) {
    try (TensorScope scope = new TensorScope()) {
      loss(batch, step).backward();
      optimiser.step(learningRate, step);
    }
  }

  /** What the weights are to lower, a scalar; notes the losses of the tasks. */
  private Tensor loss(TaskBatch batch, long step) {
    Tensor logMass =
        network.logMass(batch.contextX(), batch.contextY(), batch.queryX()); // (B, Q, K)
    Tensor perTask = barLoss.of(logMass, batch.targets()).mean(1); // (B)
    Tensor extra = penalty == null ? null : penalty.of(batch.queryX(), logMass).mean();
    ledger.note(step, perTask, extra);
    return extra == null ? perTask.mean() : perTask.mean().plus(extra);
  }

  /** Waits for the device and says what happened since the last reading. */
  LossLedger.Reading read() {
    return ledger.read();
  }

  @Override
  public void close() {
    ledger.close();
    optimiser.close();
    barLoss.close();
  }
}
