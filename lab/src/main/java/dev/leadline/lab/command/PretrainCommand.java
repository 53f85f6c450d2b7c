package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.experiment.RecordDirectory;
import dev.leadline.pfn.ModelFile;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.train.ModelExport;
import dev.leadline.torch.train.Presets;
import dev.leadline.torch.train.PretrainConfig;
import dev.leadline.torch.train.Pretraining;
import dev.leadline.torch.train.RunOptions;
import dev.leadline.torch.train.TrainingFailedException;
import dev.leadline.torch.train.TrainingProgress;
import dev.leadline.torch.train.TrainingRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains a model from synthetic tasks and exports it. */
@Command(
    name = "pretrain",
    mixinStandardHelpOptions = true,
    description = "Trains a model on synthetic tasks; ends with model.pfn in the output directory.")
final class PretrainCommand extends ConsoleCommand implements Callable<Integer> {

  @Option(
      names = "--preset",
      required = true,
      paramLabel = "NAME",
      description = {
        "What to train: tiny, curves, compact-2d-{pt,r,nu,nur}; the paper by the letter,",
        "paper-{1,2,5,10}d-…, or so that it learns, fair-{1,2,5,10}d-…; its regulariser with",
        "another radius, ablation-{1,2,5,10}d-RADIUS or fair-{1,2,5,10}d-{r,nur}-RADIUS; on a",
        "CPU fair-small-{1,2}d-…"
      })
  private String preset;

  @Option(
      names = "--device",
      defaultValue = "cpu",
      paramLabel = "cpu|cuda",
      description = "Where to train (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Takes the log, the checkpoints, the weights and the model.")
  private Path out;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "Stop after so many minutes; the learning rate is timed to end with them.")
  private @Nullable Double minutes;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = {
        "Train for so many steps instead of the preset's; the learning rate is timed to end with",
        "them, and the model's manifest says how long the preset's own schedule is."
      })
  private @Nullable Long steps;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = {
        "Start with the weights of this model instead of random ones; it must have the preset's",
        "network."
      })
  private @Nullable Path first;

  @Option(names = "--resume", description = "Continue the run in the output directory.")
  private boolean resume;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Decides the first weights and all tasks (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--tolerate",
      defaultValue = "0",
      paramLabel = "N",
      description = "Skip up to so many steps whose loss is not a number before giving up.")
  private long tolerated;

  @Override
  public Integer call() throws IOException {
    PretrainConfig named = Presets.named(preset);
    PretrainConfig config = steps == null ? named : named.withSteps(steps);
    RunOptions options =
        new RunOptions(
            out,
            Device.named(device),
            seed,
            minutes == null ? null : Duration.ofMillis(Math.round(minutes * 60_000)),
            resume ? RunOptions.Start.RESUME : RunOptions.Start.FRESH,
            Duration.ofMinutes(1),
            tolerated);
    LongSupplier clock = System::nanoTime;
    Pretraining training =
        new Pretraining(
            config,
            config.tasksToLearn(),
            first == null ? null : ModelFile.read(first),
            options,
            clock);
    TrainingRecord record;
    try {
      record = training.run(this::show);
    } catch (TrainingFailedException e) {
      throw new UserError(ExitCode.FAILED, String.valueOf(e.getMessage()), e);
    }
    Path model = ModelExport.ofTraining(config, record, out);
    RecordDirectory.note(
        out,
        Environment.here(record.device().name().toLowerCase(Locale.ROOT), InstantSource.system()));
    summarise(record, model);
    return ExitCode.OK.number();
  }

  private void show(TrainingProgress progress) {
    out()
        .printf(
            Locale.ROOT,
            "step %d  loss %.4f%s%s  %.1f ms/step  %.0f tasks/s  %s left%n",
            progress.step(),
            progress.loss(),
            progress.penalty() == 0
                ? ""
                : String.format(Locale.ROOT, "  penalty %.4f", progress.penalty()),
            progress.spread() == null
                ? ""
                : String.format(Locale.ROOT, "  spread %.2g", progress.spread()),
            progress.millisPerStep(),
            progress.tasksPerSecond(),
            duration(progress.secondsLeft()));
    out().flush();
  }

  private static String duration(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60 ? whole + " s" : "%d min %d s".formatted(whole / 60, whole % 60);
  }

  private void summarise(TrainingRecord record, Path model) {
    out()
        .printf(
            Locale.ROOT,
            "%s: %d steps, %d tasks in %.1f minutes (%.1f ms/step, %.0f tasks/s), loss %.4f%n",
            record.preset(),
            record.steps(),
            record.tasks(),
            record.minutes(),
            record.millisPerStep(),
            record.tasksPerSecond(),
            record.loss());
    out().println("model: " + model);
    out().flush();
  }
}
