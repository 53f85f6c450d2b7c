package dev.leadline.app;

import dev.leadline.bench.Benchmark;
import dev.leadline.bench.report.Report;
import dev.leadline.bench.runner.Plan;
import dev.leadline.bench.runner.PlanFile;
import dev.leadline.torch.tensor.Device;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leadline bench}: compares optimisers on test functions. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Compares optimisers on test functions with known optima.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {BenchCommand.RunPlan.class, BenchCommand.WriteReport.class})
final class BenchCommand implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code leadline bench run}. */
  @Command(
      name = "run",
      mixinStandardHelpOptions = true,
      description = "Carries out a plan and records every evaluation; the same command resumes.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  leadline bench run --plan plan.yaml --out record",
        "  with plan.yaml: {tasks: ['*-2d'], methods: [rs, committee], seeds: 3, steps: {'*': 50}}"
      })
  static final class RunPlan implements Callable<Integer> {

    @Option(names = "--plan", required = true, paramLabel = "FILE", description = "JSON or YAML.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path plan;

    @Option(
        names = "--out",
        required = true,
        paramLabel = "DIR",
        description = "The record: a new directory, or one of the same plan to continue.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Option(names = "--device", paramLabel = "cpu|cuda", description = "Default: cpu.")
    private String device = "cpu";

    @Option(
        names = "--threads",
        paramLabel = "N",
        description = "Runs side by side. Default: one per core, one on a GPU.")
    private @Nullable Integer threads;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
      CommandLine line = spec.commandLine();
      Plan read = PlanFile.read(plan);
      Device where = Device.named(device);
      int cores = where == Device.CPU ? Runtime.getRuntime().availableProcessors() : 1;
      int skipped =
          new Benchmark(read, where, threads == null ? cores : threads)
              .run(out, InstantSource.system(), new BenchProgress(line.getErr(), System::nanoTime));
      if (skipped > 0) {
        line.getErr().println("skipped %d damaged lines of the record".formatted(skipped));
      }
      line.getOut().println("record: " + out);
      return ExitCode.OK.number();
    }
  }

  /** {@code leadline bench report}. */
  @Command(
      name = "report",
      mixinStandardHelpOptions = true,
      description = "Reads records and writes report.md and figures.",
      footerHeading = "%nExamples:%n",
      footer = "  leadline bench report record peers-record --out report")
  static final class WriteReport implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Records.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private List<Path> records;

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "Where to write. Default: 'report' in the first record.")
    private @Nullable Path out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
      Path folder = out == null ? records.get(0).resolve("report") : out;
      spec.commandLine().getOut().println("report: " + Report.write(records, folder));
      return ExitCode.OK.number();
    }
  }
}
