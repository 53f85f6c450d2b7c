package dev.leadline.torch.pretrain;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.Manifest;
import dev.leadline.pfn.ModelFile;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run of pre-training, from an empty directory or a checkpoint to a file of weights.
 *
 * <p>Not thread-safe; a run uses one further thread for the prior.
 */
public final class Pretraining {

  /** What the weights are called in the training's directory. */
  public static final String WEIGHTS = "weights.safetensors";

  /* prior sample → network (B, Q, K) → −log density [Eq. 2] + regulariser [Eq. 3] → AdamW → log line → checkpoint. Only a
   * reading of the loss waits for the device. Everything random comes from the seed, in five streams. */

  private static final int BORDER_BATCHES = 10;

  /** Borders from targets come from as many batches, for the sake of the rare sizes. */
  private static final int TARGET_BATCHES = 40;

  /** A network that corrects a committee starts by repeating it, a little less sure of itself. */
  private static final double START_DEVIATION = 1.1;

  private final PretrainConfig config;
  private final TaskPrior prior;
  private final @Nullable ModelFile first;
  private final RunOptions options;
  private final LongSupplier nanoTime;
  private final long weightSeed;
  private final long taskSeed;
  private final long sizeSeed;
  private final long borderSeed;
  private final long heldOutSeed;

  /** A run that starts with random weights. */
  public Pretraining(
      PretrainConfig config, TaskPrior prior, RunOptions options, LongSupplier nanoTime) {
    this(config, prior, null, options, nanoTime);
  }

  /**
   * @param prior tasks without a committee's opinion, which is added if the network wants it
   * @param first the model whose weights a fresh run starts with, or null for random ones
   * @param nanoTime the clock of the budget and the log, as {@link System#nanoTime}
   * @throws IllegalArgumentException if the model is not of the configuration's network
   */
  public Pretraining(
      PretrainConfig config,
      TaskPrior prior,
      @Nullable ModelFile first,
      RunOptions options,
      LongSupplier nanoTime) {
    this.config = config;
    this.prior = prior;
    this.first = first;
    this.options = options;
    this.nanoTime = nanoTime;
    SplittableRandom seeds = new SplittableRandom(options.seed());
    weightSeed = seeds.nextLong();
    taskSeed = seeds.nextLong();
    sizeSeed = seeds.nextLong();
    borderSeed = seeds.nextLong();
    heldOutSeed = seeds.nextLong();
    if (first != null) {
      expectSameNetwork(first.manifest());
    }
  }

  private void expectSameNetwork(Manifest other) {
    if (!other.network().equals(config.network())
        || !Objects.equals(other.committee(), config.committee())) {
      throw new IllegalArgumentException(
          "expected a model of the network of %s but %s has another one: start without it"
              .formatted(config.name(), other.name()));
    }
  }

  /**
   * Trains until the steps or the time are used up and writes weights.safetensors and
   * training.json.
   *
   * @param listener told the progress at every reading of the loss
   * @throws DivergedException if the loss is not a number more often than tolerated
   * @throws FlatException if the predictions still do not depend on the query after 15 % of the run
   * @throws IOException if the directory cannot be used
   */
  public TrainingRecord run(Consumer<TrainingProgress> listener) throws IOException {
    Optional<Checkpoint> start = new RunDirectory(options.directory()).open(config, options);
    Device device = options.device();
    device.preferShapeFreeAttention();
    double[] borders = start.map(Checkpoint::borders).orElseGet(this::borders);
    try (TensorRandom random = new TensorRandom(device, taskSeed);
        Network network =
            new Network(
                config.network(), config.members(), device, options.matrixType(), weightSeed);
        Trainer trainer =
            new Trainer(
                network,
                config.optimiser(),
                borders,
                config.penalty(),
                config.emphasis(),
                config.tasks(),
                config.stepsPerReading())) {
      if (first != null) {
        Weights.load(first.weights(), network);
      } else if (config.committee() != null) {
        network.startFrom(Borders.logNormalMass(borders, START_DEVIATION));
      }
      start.ifPresent(checkpoint -> restore(checkpoint, trainer, random));
      try (Run run = new Run(network, trainer, borders, start)) {
        run.loop(random, listener);
        return run.finish();
      }
    }
  }

  private static void restore(Checkpoint checkpoint, Trainer trainer, TensorRandom random) {
    trainer.optimiser().restore(checkpoint.arrays);
    random.restore(checkpoint.random());
  }

  private double[] borders() {
    if (first != null) {
      return first.borders();
    }
    int buckets = config.network().buckets();
    if (config.committee() != null) {
      return Borders.ofCommittee(buckets);
    }
    return config.practice().borders() == BorderRule.TARGETS
        ? Borders.ofBatches(draws(TARGET_BATCHES, batch -> batch.targets().toFloatArray()), buckets)
        : Borders.equalMass(joined(draws(BORDER_BATCHES, Pretraining::all)), buckets);
  }

  /** Values of so many batches. */
  private List<float[]> draws(int batches, Function<TaskBatch, float[]> values) {
    List<float[]> draws = new ArrayList<>();
    try (TensorRandom random = new TensorRandom(options.device(), borderSeed);
        NoGrad off = new NoGrad()) {
      for (int i = 0; i < batches; i++) {
        try (TensorScope scope = new TensorScope()) {
          SplittableRandom sizes = new SplittableRandom(borderSeed + i);
          TaskSizes.Sizes drawn = config.sizes().draw(sizes);
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

  /** The state of the loop. */
  private final class Run implements AutoCloseable {

    private final Network network;
    private final Trainer trainer;
    private final double[] borders;
    private final TrainingLog log;
    private final StageClock clock;
    private final @Nullable HeldOut heldOut;
    private final long startNanos = nanoTime.getAsLong();
    private final double secondsBefore;
    private long step;
    private long tasks;
    private long skipped;
    private double learningRate;
    private double secondsAtReading;
    private double secondsAtCheckpoint;
    private long stepAtReading;
    private long length; // in steps

    Run(Network network, Trainer trainer, double[] borders, Optional<Checkpoint> start)
        throws IOException {
      this.network = network;
      this.trainer = trainer;
      this.borders = borders;
      step = start.map(checkpoint -> checkpoint.manifest.step()).orElse(0L);
      tasks = start.map(checkpoint -> checkpoint.manifest.tasks()).orElse(0L);
      secondsBefore = start.map(checkpoint -> checkpoint.manifest.seconds()).orElse(0.0);
      log = new TrainingLog(options.directory(), step);
      clock = new StageClock(options.measure(), options.device(), nanoTime);
      heldOut =
          config.committee() != null
              ? null
              : new HeldOut(prior, config.sizes(), config.tasks(), options.device(), heldOutSeed);
      length = length();
      secondsAtReading = secondsBefore;
      secondsAtCheckpoint = secondsBefore;
      stepAtReading = step;
    }

    void loop(TensorRandom random, Consumer<TrainingProgress> listener) throws IOException {
      if (share() >= 1) {
        return;
      }
      while (share() < 1) {
        phase(random, listener);
      }
    }

    /** Learns until the run ends, or until its tasks become longer. */
    private void phase(TensorRandom random, Consumer<TrainingProgress> listener)
        throws IOException {
      Overlap overlap =
          options.measure() == RunOptions.Measure.APART ? Overlap.NONE : options.overlap();
      Finish finish = finishing() ? config.practice().finish() : null;
      int count = finish == null ? config.tasks() : finish.tasks();
      TaskSizes sizes = finish == null ? config.sizes() : finish.sizes();
      byte[] state;
      try (TaskFeed feed =
          new TaskFeed(tasks(), sizes, count, sizeSeed, random, overlap, step + 1)) {
        while (share() < 1 && finishing() == (finish != null)) {
          learningRate = config.schedule().rate(place());
          try (TaskFeed.Prepared prepared = feed.take()) {
            trainer.step(prepared.batch(), learningRate, step + 1, clock);
          }
          step++;
          tasks += count;
          if (step % config.stepsPerReading() == 0) {
            read(feed, listener);
          }
        }
        if (step > stepAtReading) {
          read(feed, listener);
        }
        state = feed.state();
      }
      random.restore(state); // what was prepared ahead is prepared again
    }

    /** Whether the rest of the run is its finish. */
    private boolean finishing() {
      Finish finish = config.practice().finish();
      return finish != null && share() >= finish.from();
    }

    /** Where the run is on its schedule. */
    private double place() {
      Finish finish = config.practice().finish();
      double share = Math.min(1, share());
      return finish == null ? share : finish.place(share, config.schedule().warmUp());
    }

    /** The steps of the whole run, which is shorter once the loss has stood still. */
    private long length() {
      Finish finish = config.practice().finish();
      if (finish == null) {
        return config.steps();
      }
      OptionalLong still = finish.rule().in(log.lines());
      return still.isEmpty()
          ? config.steps()
          : Math.min(config.steps(), finish.steps(still.getAsLong()));
    }

    /** The prior, measured, and the committee's opinion if the network wants one. */
    private TaskPrior tasks() {
      TaskPrior measured =
          (count, context, queries, random) ->
              clock.time(Stage.PRIOR, () -> prior.sample(count, context, queries, random));
      CommitteeConfig committee = config.committee();
      return committee == null ? measured : new CommitteeTasks(measured, committee, clock);
    }

    private void read(TaskFeed feed, Consumer<TrainingProgress> listener) throws IOException {
      LossLedger.Reading reading = trainer.read();
      HeldOut.Outcome outcome =
          heldOut == null ? null : heldOut.measure(network, trainer.barLoss());
      TrainingProgress progress = progress(reading, outcome);
      log.add(progress);
      length = length();
      skipped = reading.skipped();
      if (skipped > options.tolerated()) {
        throw diverged(reading);
      }
      if (outcome != null) {
        expectLife(outcome.spread());
      }
      if (progress.seconds() - secondsAtCheckpoint >= options.betweenCheckpoints().toMillis() / 1e3
          || share() >= 1) {
        write(feed);
        secondsAtCheckpoint = seconds();
      }
      secondsAtReading = progress.seconds();
      stepAtReading = step;
      listener.accept(progress);
    }

    private void expectLife(double spread) {
      boolean late = share() >= FlatException.FROM;
      if (config.practice().flat() == Practice.Flat.STOP
          && late
          && spread < FlatException.LEAST_SPREAD) {
        throw new FlatException(
            String.format(
                Locale.ROOT,
                "every query of a task gets the same prediction after %d steps: their spread is"
                    + " %.1e nats and should be at least %.0e after %.0f %% of the run (preset %s,"
                    + " seed %d); try another seed or a prior with more to learn",
                step,
                spread,
                FlatException.LEAST_SPREAD,
                100 * FlatException.FROM,
                config.name(),
                options.seed()));
      }
    }

    private DivergedException diverged(LossLedger.Reading reading) {
      return new DivergedException(
          "the loss is not a number at step %d, task %d of its batch (preset %s, seed %d); %s"
                  .formatted(
                      reading.firstSkippedStep(),
                      reading.firstSkippedTask(),
                      config.name(),
                      options.seed(),
                      "the last good checkpoint is kept in " + options.directory())
              + ": continue with --resume and a higher --tolerate, or lower the learning rate");
    }

    private TrainingProgress progress(
        LossLedger.Reading reading, HeldOut.@Nullable Outcome outcome) {
      double seconds = seconds();
      double share = share();
      long steps = step - stepAtReading;
      double period = seconds - secondsAtReading;
      return new TrainingProgress(
          step,
          tasks,
          seconds,
          share > 0 ? seconds * (1 - Math.min(share, 1)) / share : Double.NaN,
          reading.loss(),
          reading.penalty(),
          learningRate,
          1e3 * period / steps,
          steps * (double) config.tasks() / period,
          reading.skipped(),
          outcome == null ? null : outcome.loss(),
          outcome == null ? null : outcome.spread());
    }

    private void write(TaskFeed feed) throws IOException {
      Checkpoint.write(
          options.directory(),
          new Checkpoint.Manifest(
              RunDirectory.json(config),
              options.seed(),
              options.device().name(),
              step,
              tasks,
              seconds(),
              Checkpoint.encode(feed.state()),
              Arrays.stream(borders).boxed().toList(),
              0,
              List.of()),
          trainer.optimiser().state());
    }

    private double seconds() {
      return secondsBefore + (nanoTime.getAsLong() - startNanos) / 1e9;
    }

    /** The share of the run that is done, by steps or by time, whichever is further. */
    private double share() {
      double bySteps = step / (double) length;
      Duration budget = options.budget();
      return budget == null ? bySteps : Math.max(bySteps, seconds() * 1e3 / budget.toMillis());
    }

    TrainingRecord finish() throws IOException {
      Path directory = options.directory();
      String hash = Weights.write(Weights.of(network, borders), directory.resolve(WEIGHTS));
      double seconds = seconds();
      TrainingRecord record =
          new TrainingRecord(
              config.name(),
              config,
              options.seed(),
              options.device(),
              network.parameters().size(),
              step,
              tasks,
              seconds / 60,
              1e3 * seconds / step,
              tasks / seconds,
              log.lastTenth().stream()
                  .mapToDouble(TrainingProgress::loss)
                  .average()
                  .orElse(Double.NaN),
              log.lastTenth().stream()
                  .mapToDouble(TrainingProgress::penalty)
                  .average()
                  .orElse(Double.NaN),
              skipped,
              hash,
              first == null ? null : first.manifest().training().get("weights-sha256"),
              clock.millis());
      Files.write(
          directory.resolve("training.json"),
          JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsBytes(record));
      return record;
    }

    @Override
    public void close() {
      if (heldOut != null) {
        heldOut.close();
      }
    }
  }
}
