package dev.leadline.torch.train;

import dev.leadline.pfn.Manifest;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.Safetensors;
import dev.leadline.torch.nn.Network;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.train.Borders.DrawnBorders;
import dev.leadline.torch.train.RunOptions.RunSeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

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

  private final PretrainConfig config;
  private final TaskPrior prior;
  private final @Nullable ModelFile first;
  private final RunOptions options;
  private final LongSupplier nanoTime;
  private final RunSeeds seeds;

  /** A run that starts with random weights. */
  public Pretraining(
      PretrainConfig config, TaskPrior prior, RunOptions options, LongSupplier nanoTime) {
    this(config, prior, null, options, nanoTime);
  }

  /**
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
    this.seeds = RunSeeds.of(options.seed());
    if (first != null) {
      expectSameNetwork(first.manifest());
    }
  }

  private void expectSameNetwork(Manifest other) {
    if (!other.network().equals(config.network())) {
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
   * @throws TrainingFailedException if the loss is not a number more often than tolerated
   * @throws TrainingFailedException if the predictions still do not depend on the query after 15 %
   *     of the run
   * @throws IOException if the directory cannot be used
   */
  public TrainingRecord run(Consumer<TrainingProgress> listener) throws IOException {
    Optional<Checkpoint> start = new RunDirectory(options.directory()).open(config, options);
    Device device = options.device();
    device.preferShapeFreeAttention();
    double[] borders = start.map(Checkpoint::borders).orElseGet(this::borders);
    try (TensorRandom random = new TensorRandom(device, seeds.tasks());
        Network network =
            new Network(config.network(), device, RunOptions.matrixType(device), seeds.weights());
        Trainer trainer =
            new Trainer(
                network,
                config.optimiser(),
                borders,
                config.penalty(),
                config.tasks(),
                config.stepsPerReading())) {
      if (first != null) {
        Weights.load(first.weights(), network);
      }
      start.ifPresent(checkpoint -> restore(checkpoint, trainer, random));
      try (TrainingLoop loop =
          new TrainingLoop(config, options, prior, network, trainer, borders, start, nanoTime)) {
        loop.run(random, listener);
        return finish(loop, Weights.of(network, borders));
      }
    }
  }

  private static void restore(Checkpoint checkpoint, Trainer trainer, TensorRandom random) {
    trainer.optimiser().restore(checkpoint.arrays);
    random.restore(checkpoint.random());
  }

  private double[] borders() {
    return first != null
        ? first.borders()
        : new DrawnBorders(prior, config, options.device(), seeds.borders()).draw();
  }

  private TrainingRecord finish(TrainingLoop loop, Safetensors weights) throws IOException {
    String hash = Weights.write(weights, options.directory().resolve(WEIGHTS));
    String before = first == null ? null : first.manifest().training().get("weights-sha256");
    TrainingRecord record = loop.record(hash, before);
    Files.write(
        options.directory().resolve("training.json"),
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsBytes(record));
    return record;
  }

  /** The directory of a run and the rules for starting in it. */
  record RunDirectory(Path path) {

    /** Makes the directory and finds out what is there; throws before anything is lost. */
    Optional<Checkpoint> open(PretrainConfig config, RunOptions options) throws IOException {
      try {
        Files.createDirectories(path);
        Files.delete(Files.createTempFile(path, "write", ".tmp"));
      } catch (IOException e) {
        throw new IOException(
            "cannot write to the output directory %s (%s): choose another with --out"
                .formatted(path, e),
            e);
      }
      Optional<Checkpoint> found = Checkpoint.newest(path);
      if (options.start() == RunOptions.Start.FRESH) {
        if (found.isPresent() || Files.exists(path.resolve("training.json"))) {
          throw new IllegalArgumentException(
              "%s already holds a run: add --resume to continue it, or choose another directory"
                  .formatted(path));
        }
        return Optional.empty();
      }
      found.ifPresent(checkpoint -> check(checkpoint.manifest, config, options));
      return found;
    }

    private void check(Checkpoint.Manifest manifest, PretrainConfig config, RunOptions options) {
      List<String> differences = new ArrayList<>();
      JsonNode expected = json(config);
      for (String field : expected.propertyNames()) {
        // A field that the checkpoint does not know came later; the name tells presets apart.
        boolean comparable = !field.equals("steps") && manifest.config().has(field);
        if (comparable && !expected.get(field).equals(manifest.config().get(field))) {
          differences.add(
              "%s is %s there and %s here"
                  .formatted(field, manifest.config().get(field), expected.get(field)));
        }
      }
      if (manifest.seed() != options.seed()) {
        differences.add(
            "the seed is %d there and %d here".formatted(manifest.seed(), options.seed()));
      }
      if (Device.valueOf(manifest.device()) != options.device()) {
        differences.add(
            "the device is %s there and %s here".formatted(manifest.device(), options.device()));
      }
      if (!differences.isEmpty()) {
        throw new IllegalArgumentException(
            "the checkpoint in %s belongs to another run: %s; resume with the same preset, seed and device"
                .formatted(path, String.join(", ", differences)));
      }
    }

    /** The configuration as it is stored. */
    static ObjectNode json(PretrainConfig config) {
      // Through text, so that numbers compare as they do after reading.
      String text = JsonMapper.shared().writeValueAsString(config);
      return (ObjectNode) JsonMapper.shared().readTree(text);
    }
  }
}
