package dev.leadline.paper;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.exit.UserError;
import dev.leadline.lab.command.BenchProgress;
import dev.leadline.lab.experiment.ShippedPlans;
import dev.leadline.torch.tensor.Device;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leadline reproduce}: every table and figure by one command. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description =
        "Runs the benchmark's plans and writes one report; run it again to continue where it was"
            + " stopped.",
    subcommands = {ReproduceFigures.class, ReproduceClaims.class},
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline reproduce --quick --out reproduction",
      "  leadline reproduce --device cuda --models models --out reproduction"
    })
final class ReproduceCommand extends ConsoleCommand implements Runnable {

  @Option(names = "--quick", description = "A slice: all methods, three tasks, minutes on a CPU.")
  private boolean quick;

  @Option(
      names = "--plan",
      paramLabel = "NAME",
      split = ",",
      description =
          "Only these of: smoke, quick, paper, paper-gp, modern, shifted, noisy, hard, mixed,"
              + " further, ablation-{1,2,5,10}d, fair, fair-half, fair-full (and each with -seeds),"
              + " fair-ablation-10d, probes, acquired; or pieces, one method with one number of inputs, such as"
              + " paper-2d-pt.")
  private @Nullable List<String> plans;

  @Option(names = "--out", paramLabel = "DIR", description = "Default: reproduction.")
  private Path out = Path.of("reproduction");

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = {
        "The directories of 'leadline pretrain' by preset. On a GPU what is missing is trained",
        "first; on a CPU its methods are left out. Default: models."
      })
  private Path models = Path.of("models");

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = {
        "Begin no training and no step after so many minutes; the same command continues."
      })
  private @Nullable Double minutes;

  @Option(names = "--device", paramLabel = "cpu|cuda", description = "Default: cpu.")
  private String device = "cpu";

  @Override
  public void run() {
    PrintWriter err = err();
    Device where = Device.named(device);
    int threads = where == Device.CPU ? Runtime.getRuntime().availableProcessors() : 1;
    ShippedPlans shipped = new ShippedPlans(models);
    List<String> chosen =
        plans != null ? plans : quick ? PaperPlans.QUICK : PaperPlans.full(shipped);
    try {
      chosen.forEach(shipped::named);
    } catch (IllegalArgumentException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
    Optional<Path> report =
        new Reproduction(models, where, threads, err::println)
            .run(
                chosen,
                out,
                InstantSource.system(),
                new BenchProgress(err, System::nanoTime),
                BenchProgress.limit(minutes));
    report.ifPresentOrElse(
        file -> out().println("report: " + file),
        () -> out().println("no report yet: the same command continues"));
  }
}
