package dev.leadline.torch.pretrain;

import dev.leadline.torch.nn.AdamW;
import dev.leadline.torch.nn.LearningPass;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.nn.NetworkInput;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorScope;
import org.jspecify.annotations.Nullable;

/**
 * A network, its loss and its optimiser: what one training step needs.
 *
 * <p>Nothing in a step waits for the device; losses are summed there until they are read. Not
 * thread-safe.
 */
final class Trainer implements AutoCloseable {

  /**
   * What happened since the last reading.
   *
   * @param loss mean negative log density per query, in nats of the scaled values
   * @param penalty mean penalty per query
   * @param skipped the number of steps so far whose loss was not finite
   * @param firstSkippedStep the first of them, or −1
   * @param firstSkippedTask the task in that batch, or −1
   */
  record Reading(
      double loss, double penalty, long skipped, long firstSkippedStep, long firstSkippedTask) {}

  private final Network network;
  private final AdamW optimiser;
  private final BarLoss barLoss;
  private final @Nullable StationarityPenalty penalty;
  private final double lowest;
  private final double highest;
  private final Tensor sums; // (3) loss, penalty, finite steps since the last reading
  private final Tensor trouble; // (3) steps skipped, the first of them, its task

  Trainer(
      Network network,
      AdamW.Config config,
      double[] borders,
      @Nullable StationarityPenalty penalty) {
    this.network = network;
    this.penalty = penalty;
    optimiser = new AdamW(network.parameters(), config);
    Device device = network.parameters().device();
    barLoss = new BarLoss(borders, device);
    lowest = borders[0];
    highest = borders[borders.length - 1];
    try (TensorScope scope = new TensorScope()) {
      sums = Tensor.zeros(device, DType.FLOAT64, 3).keep();
      trouble = Tensor.of(new long[] {0, -1, -1}, device, 3).keep();
    }
  }

  AdamW optimiser() {
    return optimiser;
  }

  /**
   * Learns from one batch.
   *
   * @param step the number of the step, from 1
   */
  void step(TaskBatch batch, double learningRate, long step, StageClock clock) {
    try (TensorScope scope = new TensorScope()) {
      Forward forward = clock.time(Stage.FORWARD, () -> forward(batch, step));
      clock.run(Stage.BACKWARD, () -> forward.pass.backward(forward.total));
      clock.run(Stage.OPTIMISER, () -> optimiser.step(learningRate, step));
    }
  }

  private record Forward(LearningPass pass, Tensor total) {}

  private Forward forward(TaskBatch batch, long step) {
    LearningPass pass = network.learn(input(batch));
    Tensor logMass = pass.logMass(); // (B, Q, K)
    Tensor loss = losses(batch, logMass); // (B, Q)
    Tensor perTask = loss.mean(1); // (B)
    Tensor mean = perTask.mean();
    Tensor total = mean;
    Tensor penaltyMean = Tensor.zeros(mean.device(), DType.FLOAT32);
    if (penalty != null) {
      penaltyMean = penalty.of(batch.queryX(), logMass).mean();
      total = mean.plus(penaltyMean);
    }
    note(perTask, mean, penaltyMean, total, step);
    return new Forward(pass, total);
  }

  /** The negative log density of every query, in nats of the scaled values, (B, Q). */
  private Tensor losses(TaskBatch batch, Tensor logMass) {
    TaskBatch.Committee committee = batch.committee();
    if (committee == null) {
      return barLoss.of(logMass, batch.targets());
    }
    Tensor z = inUnitsOf(committee, batch.targets()).clamp(lowest, highest);
    return barLoss.of(logMass, z).plus(committee.scale().log());
  }

  /* A target beyond the outer borders counts as lying on them: a surprise must not outweigh the rest. */
  private static Tensor inUnitsOf(TaskBatch.Committee committee, Tensor values) {
    return values.minus(committee.location()).over(committee.scale());
  }

  static NetworkInput input(TaskBatch batch) {
    TaskBatch.Committee committee = batch.committee();
    return new NetworkInput(
        batch.contextX(),
        committee == null ? batch.contextY().unsqueeze(2) : committee.contextFeatures(),
        batch.queryX(),
        committee == null ? null : committee.queryFeatures(),
        batch.dimensions());
  }

  private void note(Tensor perTask, Tensor mean, Tensor penaltyMean, Tensor total, long step) {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      Tensor good = total.isFinite();
      Tensor one = Tensor.full(1, total.device(), DType.FLOAT32);
      Tensor values = Tensor.stack(0, mean, penaltyMean, one); // (3)
      sums.plusInPlace(values.maskedFill(good.not(), 0));
      Tensor task = perTask.isFinite().not().to(DType.INT64).argMax(0);
      Tensor here = Tensor.full((double) step, total.device(), DType.INT64);
      Tensor count = trouble.select(0, 0).plus(good.not().to(DType.INT64));
      Tensor first = trouble.select(0, 1).lessThan(0).and(good.not());
      Tensor noted =
          Tensor.stack(
              0,
              count,
              here.where(first, trouble.select(0, 1)),
              task.where(first, trouble.select(0, 2)));
      trouble.copyInPlace(noted);
    }
  }

  /** Waits for the device and says what happened since the last reading. */
  Reading read() {
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      double[] sum = sums.toDoubleArray();
      long[] bad = trouble.toLongArray();
      sums.zeroInPlace();
      return new Reading(sum[0] / sum[2], sum[1] / sum[2], bad[0], bad[1], bad[2]);
    }
  }

  @Override
  public void close() {
    sums.free();
    trouble.free();
    optimiser.close();
    barLoss.close();
  }
}
