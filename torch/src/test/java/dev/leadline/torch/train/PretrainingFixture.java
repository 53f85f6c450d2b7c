package dev.leadline.torch.train;

import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Short runs of a small network in a directory of their own. */
@ExtendWith(NoLeaks.class)
abstract class PretrainingFixture {

  @TempDir Path directory;

  static PretrainConfig config(long steps) {
    PretrainConfig tiny = Presets.named("tiny");
    return new PretrainConfig(
        "tiny",
        tiny.prior(),
        tiny.network(),
        8,
        new TaskSizes(ContextSizes.logUniform(16), TaskSizes.Rule.QUERIES, 8),
        tiny.penalty(),
        tiny.optimiser(),
        tiny.schedule(),
        steps,
        10,
        TrainingOptions.standard());
  }

  RunOptions options(String name, RunOptions.Start start) {
    return new RunOptions(directory.resolve(name), Device.CPU, 7, null, start, Duration.ZERO, 0);
  }

  static TrainingRecord run(PretrainConfig config, RunOptions options) throws IOException {
    return run(config, new WaveTasks(), options, PretrainingFixture::silent);
  }

  static TrainingRecord run(
      PretrainConfig config,
      TaskPrior prior,
      RunOptions options,
      Consumer<TrainingProgress> listener)
      throws IOException {
    return new Pretraining(config, prior, options, System::nanoTime).run(listener);
  }

  static void silent(TrainingProgress progress) {}

  byte[] weights(String name) throws IOException {
    return Files.readAllBytes(directory.resolve(name).resolve("weights.safetensors"));
  }

  static Consumer<TrainingProgress> stopAt(long step) {
    return progress -> {
      if (progress.step() == step) {
        throw new IllegalStateException("stopped at " + step);
      }
    };
  }
}
