package dev.leadline.torch.train;

import dev.leadline.torch.gp.BatchedCommittee.EnsembleFeatures;
import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.Network.NetworkInput;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import dev.leadline.torch.train.PretrainConfig.Emphasis;
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
  private final @Nullable ImprovementWeights weights;
  private final double lowest;
  private final double highest;
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
      Emphasis emphasis,
      int tasks,
      int stepsPerReading) {
    this.network = network;
    this.penalty = penalty;
    optimiser = new AdamW(network.parameters(), config);
    Device device = network.parameters().device();
    barLoss = new BarLoss(borders, device);
    weights = emphasis == Emphasis.NONE ? null : new ImprovementWeights(borders, device);
    lowest = borders[0];
    highest = borders[borders.length - 1];
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
    Tensor logMass = network.logMass(input(batch)); // (B, Q, K)
    Tensor loss = losses(batch, logMass); // (B, Q)
    Tensor perTask = loss.mean(1); // (B)
    Tensor counted =
        weights == null ? perTask.mean() : weighted(weights, batch, logMass, loss).mean();
    Tensor extra = penalty == null ? null : penalty.of(batch.queryX(), logMass).mean();
    ledger.note(step, perTask, extra);
    return extra == null ? counted : counted.plus(extra);
  }

  private static Tensor weighted(
      ImprovementWeights weights, TaskBatch batch, Tensor logMass, Tensor loss) {
    if (batch.context() == 0) {
      return loss;
    }
    Tensor lowest = batch.contextY().minKeeping(1).expand(-1, batch.queries()); // (B, Q)
    EnsembleFeatures committee = batch.committee();
    Tensor weight =
        committee == null
            ? weights.of(logMass, lowest, lowest.times(0).plus(1))
            : weights.of(logMass, inUnitsOf(committee, lowest), committee.scale());
    return loss.times(weight);
  }

  /** The negative log density of every query, in nats of the scaled values, (B, Q). */
  private Tensor losses(TaskBatch batch, Tensor logMass) {
    EnsembleFeatures committee = batch.committee();
    if (committee == null) {
      return barLoss.of(logMass, batch.targets());
    }
    Tensor z = inUnitsOf(committee, batch.targets()).clamp(lowest, highest);
    return barLoss.of(logMass, z).plus(committee.scale().log());
  }

  /* A target beyond the outer borders counts as lying on them: a surprise must not outweigh the rest. */
  private static Tensor inUnitsOf(EnsembleFeatures committee, Tensor values) {
    return values.minus(committee.location()).over(committee.scale());
  }

  static NetworkInput input(TaskBatch batch) {
    EnsembleFeatures committee = batch.committee();
    return new NetworkInput(
        batch.contextX(),
        committee == null ? batch.contextY().unsqueeze(2) : committee.contextFeatures(),
        batch.queryX(),
        committee == null ? null : committee.queryFeatures(),
        batch.dimensions());
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
    if (weights != null) {
      weights.close();
    }
  }
}
