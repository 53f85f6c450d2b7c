package dev.leadline.torch.train;

import dev.leadline.torch.nn.Network;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.train.Pretraining.RunDirectory;
import dev.leadline.torch.train.RunOptions.RunSeeds;
import dev.leadline.torch.train.TrainingOptions.Finish;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The steps of a run, from where it stands to its end. Not thread-safe. */
final class TrainingLoop implements AutoCloseable {

  private final PretrainConfig config;
  private final RunOptions options;
  private final RunSeeds seeds;
  private final TaskPrior prior;
  private final Network network;
  private final Trainer trainer;
  private final double[] borders;
  private final TrainingClock course;
  private final TrainingLog log;
  private final HeldOut heldOut;
  private long tasks;
  private long skipped;
  private double learningRate;
  private double secondsAtReading;
  private double secondsAtCheckpoint;
  private long stepAtReading;

  /**
   * @param trainer of the network, both as the start left them
   * @param start where the run continues, if it does
   * @throws IOException if the log cannot be read
   */
  TrainingLoop(
      PretrainConfig config,
      RunOptions options,
      TaskPrior prior,
      Network network,
      Trainer trainer,
      double[] borders,
      Optional<Checkpoint> start,
      LongSupplier nanoTime)
      throws IOException {
    this.config = config;
    this.options = options;
    this.seeds = RunSeeds.of(options.seed());
    this.prior = prior;
    this.network = network;
    this.trainer = trainer;
    this.borders = borders;
    long step = start.map(checkpoint -> checkpoint.manifest.step()).orElse(0L);
    double seconds = start.map(checkpoint -> checkpoint.manifest.seconds()).orElse(0.0);
    course = new TrainingClock(config, options.budget(), nanoTime, step, seconds);
    tasks = start.map(checkpoint -> checkpoint.manifest.tasks()).orElse(0L);
    log = new TrainingLog(options.directory(), step);
    heldOut = new HeldOut(prior, config.sizes(), config.tasks(), options.device(), seeds.heldOut());
    course.fit(log.lines());
    secondsAtReading = seconds;
    secondsAtCheckpoint = seconds;
    stepAtReading = step;
  }

  /** Learns until the steps or the time are used up. */
  void run(TensorRandom random, Consumer<TrainingProgress> listener) throws IOException {
    while (course.share() < 1) {
      phase(random, listener);
    }
  }

  /** Learns until the run ends, or until its tasks become longer. */
  private void phase(TensorRandom random, Consumer<TrainingProgress> listener) throws IOException {
    Finish finish = course.finish();
    int count = finish == null ? config.tasks() : finish.tasks();
    TaskSizes sizes = finish == null ? config.sizes() : finish.sizes();
    byte[] state;
    try (TaskFeed feed =
        new TaskFeed(prior, sizes, count, seeds.sizes(), random, course.step() + 1)) {
      while (course.share() < 1 && Objects.equals(course.finish(), finish)) {
        learningRate = course.learningRate();
        try (TaskFeed.Prepared prepared = feed.take()) {
          trainer.step(prepared.batch(), learningRate, course.step() + 1);
        }
        course.advance();
        tasks += count;
        if (course.step() % config.stepsPerReading() == 0) {
          read(feed, listener);
        }
      }
      if (course.step() > stepAtReading) {
        read(feed, listener);
      }
      state = feed.state();
    }
    random.restore(state); // what was prepared ahead is prepared again
  }

  private void read(TaskFeed feed, Consumer<TrainingProgress> listener) throws IOException {
    LossLedger.Reading reading = trainer.read();
    HeldOut.Outcome outcome = heldOut.measure(network, trainer.barLoss());
    TrainingProgress progress = progress(reading, outcome);
    log.add(progress);
    course.fit(log.lines());
    skipped = reading.skipped();
    if (skipped > options.tolerated()) {
      throw TrainingFailedException.diverged(reading, config, options);
    }
    expectLife(outcome.spread());
    if (progress.seconds() - secondsAtCheckpoint >= options.betweenCheckpoints().toMillis() / 1e3
        || course.share() >= 1) {
      write(feed);
      secondsAtCheckpoint = course.seconds();
    }
    secondsAtReading = progress.seconds();
    stepAtReading = course.step();
    listener.accept(progress);
  }

  private void expectLife(double spread) {
    if (config.practice().flat() == TrainingOptions.Flat.STOP
        && course.share() >= TrainingFailedException.FROM
        && spread < TrainingFailedException.LEAST_SPREAD) {
      throw TrainingFailedException.collapsed(course.step(), spread, config, options);
    }
  }

  private TrainingProgress progress(LossLedger.Reading reading, HeldOut.Outcome outcome) {
    double seconds = course.seconds();
    double share = course.share();
    long steps = course.step() - stepAtReading;
    double period = seconds - secondsAtReading;
    return new TrainingProgress(
        course.step(),
        tasks,
        seconds,
        share > 0 ? seconds * (1 - Math.min(share, 1)) / share : Double.NaN,
        reading.loss(),
        reading.penalty(),
        learningRate,
        1e3 * period / steps,
        steps * (double) config.tasks() / period,
        reading.skipped(),
        outcome.loss(),
        outcome.spread());
  }

  private void write(TaskFeed feed) throws IOException {
    Checkpoint.write(
        options.directory(),
        new Checkpoint.Manifest(
            RunDirectory.json(config),
            options.seed(),
            options.device().name(),
            course.step(),
            tasks,
            course.seconds(),
            Checkpoint.encode(feed.state()),
            Arrays.stream(borders).boxed().toList(),
            0,
            List.of()),
        trainer.optimiser().state());
  }

  /**
   * What the run says about itself.
   *
   * @param weightsSha256 the hash of its weights
   * @param startedFrom the hash of the weights it started with; null for random ones
   */
  TrainingRecord record(String weightsSha256, @Nullable String startedFrom) {
    double seconds = course.seconds();
    List<TrainingProgress> end = log.lastTenth();
    return new TrainingRecord(
        config.name(),
        config,
        options.seed(),
        options.device(),
        network.parameters().size(),
        course.step(),
        tasks,
        seconds / 60,
        1e3 * seconds / course.step(),
        tasks / seconds,
        end.stream().mapToDouble(TrainingProgress::loss).average().orElse(Double.NaN),
        end.stream().mapToDouble(TrainingProgress::penalty).average().orElse(Double.NaN),
        skipped,
        weightsSha256,
        startedFrom);
  }

  @Override
  public void close() {
    heldOut.close();
  }
}
