package dev.leadline.paper;

import dev.leadline.lab.method.ModelReference;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.ModelExport;
import dev.leadline.torch.train.PretrainConfig;
import dev.leadline.torch.train.Pretraining;
import dev.leadline.torch.train.RunOptions;
import dev.leadline.torch.train.TrainingRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The models that plans refer to: shipped ones, files, and those of training directories, which can
 * be trained when they are missing. Used by one thread.
 *
 * @param folder holds one training directory per preset, as {@code pretrain --out} makes them
 * @param notice hears what is trained
 */
record TrainedModels(Path folder, Device device, Consumer<String> notice) {

  /** Whether a model can be used: {@code shipped:NAME} or a file. */
  boolean has(String model) {
    return new ModelReference(model).exists();
  }

  /** The training that makes this file; nothing for other models. */
  Optional<ModelReference.Training> training(String model) {
    return new ModelReference(model)
        .training()
        .filter(training -> folder.equals(training.directory().getParent()));
  }

  /**
   * Trains in the directory, from its last checkpoint if it has one, and exports the model.
   *
   * @param config the preset of the training, possibly shortened
   */
  void train(ModelReference.Training training, PretrainConfig config) {
    Path directory = training.directory();
    notice.accept("training %s in %s".formatted(config.name(), directory));
    try {
      TrainingRecord record =
          new Pretraining(
                  config,
                  config.tasksToLearn(),
                  options(directory, training.seed()),
                  System::nanoTime)
              .run(progress -> {});
      ModelExport.ofTraining(config, record, directory);
      notice.accept(
          "trained %s: %d steps in %.1f minutes, loss %.3f"
              .formatted(config.name(), record.steps(), record.minutes(), record.loss()));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot train %s in %s: %s".formatted(config.name(), directory, e.getMessage()), e);
    }
  }

  private RunOptions options(Path directory, long seed) {
    return new RunOptions(
        directory, device, seed, null, RunOptions.Start.RESUME, Duration.ofMinutes(1), 0);
  }
}
