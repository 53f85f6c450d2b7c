package dev.leadline.lab;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.bench.Benchmark;
import dev.leadline.bench.ShippedPlans;
import dev.leadline.bench.lane.Through;
import dev.leadline.bench.peers.PeerExport;
import dev.leadline.bench.report.CondensedRecord;
import dev.leadline.bench.report.Report;
import dev.leadline.bench.runner.Environment;
import dev.leadline.bench.runner.Plan;
import dev.leadline.bench.runner.PlanFile;
import dev.leadline.bench.speed.SpeedTable;
import dev.leadline.pfn.PfnModel;
import dev.leadline.study.Strategies;
import dev.leadline.torch.tensor.Device;
import java.nio.file.Files;
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
    subcommands = {
      BenchCommand.RunPlan.class,
      BenchCommand.WriteReport.class,
      BenchCommand.Condense.class,
      BenchCommand.Speed.class,
      BenchCommand.Initial.class,
      BenchFigures.class,
      BenchClaims.class,
      BenchRecommend.class,
      BenchOutlook.class,
      BenchCurves.class,
      BenchConditional.class,
      BenchGoals.class,
      BenchLimits.class,
      BenchService.class,
      BenchScale.class
    })
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
        "  leadline bench run --plan paper-2d-pt --models models --device cuda --out record",
        "  leadline bench run --plan plan.yaml --out record",
        "  with plan.yaml: {tasks: ['*-2d'], methods: [rs, committee], seeds: 3, steps: {'*': 50}}"
      })
  static final class RunPlan implements Callable<Integer> {

    @Option(
        names = "--plan",
        required = true,
        paramLabel = "FILE|NAME",
        description = {
          "JSON or YAML; or a plan that comes with the library, such as paper, or a piece of it:",
          "one method with one number of inputs, such as paper-10d-pt-nur."
        })
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String plan;

    @Option(
        names = "--models",
        paramLabel = "DIR",
        description = {
          "The directories of 'leadline pretrain' by preset, for plans that come with the library.",
          "Default: models."
        })
    private Path models = Path.of("models");

    @Option(
        names = "--minutes",
        paramLabel = "M",
        description = "Stop after so many minutes; the same command continues.")
    private @Nullable Double minutes;

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
        names = "--through",
        paramLabel = "lock-step|study",
        description = {
          "Runs in batches, or each as a study of the library on the CPU, as a user's would be.",
          "Default: what the plan says, else lock-step."
        })
    private @Nullable String through;

    @Option(
        names = "--threads",
        paramLabel = "N",
        description = "Runs side by side. Default: one per core, one on a GPU.")
    private @Nullable Integer threads;

    @Option(
        names = "--on",
        paramLabel = "MASTER",
        description = {
          "Spread the runs over the executors of Apache Spark: spark://HOST:7077 or local[4].",
          "The sources lie where all its machines see them."
        })
    private @Nullable String master;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
      if (master != null) {
        return new BenchOnCluster(read(), out, master).run(spec.commandLine());
      }
      CommandLine line = spec.commandLine();
      Device where = Device.named(device);
      int cores = where == Device.CPU ? Runtime.getRuntime().availableProcessors() : 1;
      Benchmark.Outcome outcome =
          new Benchmark(read(), where, threads == null ? cores : threads)
              .run(
                  out,
                  InstantSource.system(),
                  new BenchProgress(line.getErr(), System::nanoTime),
                  BenchProgress.limit(minutes));
      if (outcome.skippedLines() > 0) {
        line.getErr()
            .println("skipped %d damaged lines of the record".formatted(outcome.skippedLines()));
      }
      if (outcome.left() > 0) {
        line.getErr()
            .println(
                "stopped with %d evaluations left: the same command continues"
                    .formatted(outcome.left()));
      }
      line.getOut().println("record: " + out);
      return ExitCode.OK.number();
    }

    private Plan read() {
      Path file = Path.of(plan);
      boolean isFile = Files.exists(file) || plan.matches(".*(/|\\\\|[.](json|ya?ml)$).*");
      Plan read = isFile ? PlanFile.read(file) : new ShippedPlans(models).named(plan);
      return through == null ? read : read.drivenThrough(Through.named(through));
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

  /** {@code leadline bench condense}. */
  @Command(
      name = "condense",
      mixinStandardHelpOptions = true,
      description = "Writes a small compressed copy of a record: few steps of each run, no points.")
  static final class Condense implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The record.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path record;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "A new directory.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Override
    public Integer call() {
      CondensedRecord.write(record, out);
      return ExitCode.OK.number();
    }
  }

  /** {@code leadline bench speed}. */
  @Command(
      name = "speed",
      mixinStandardHelpOptions = true,
      description = "Prints the time of a suggestion by strategy, observations and inputs.")
  static final class Speed implements Callable<Integer> {

    @Option(
        names = "--strategy",
        split = ",",
        paramLabel = "NAME",
        description = "Default: committee, and pfn where its weights are shipped.")
    private @Nullable List<String> strategies;

    @Option(names = "--suggestions", paramLabel = "N", description = "Per cell. Default: 40.")
    private int suggestions = 40;

    @Option(
        names = "--observations",
        split = ",",
        paramLabel = "N",
        description = "Default: 10,50,100,1000.")
    private List<Integer> observations = List.of(10, 50, 100, 1000);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
      CommandLine line = spec.commandLine();
      SpeedTable table = new SpeedTable(observations, List.of(2, 10), suggestions);
      line.getOut().println(SpeedTable.header());
      for (String name : strategies == null ? shipped() : strategies) {
        for (SpeedTable.Row row :
            table.measure(name, () -> Strategies.named(name), System::nanoTime)) {
          line.getOut().println(row.markdown());
          line.getOut().flush();
        }
      }
      Environment here = Environment.here("cpu", InstantSource.system());
      line.getOut().println("\n" + here.sentence());
      return ExitCode.OK.number();
    }

    private static List<String> shipped() {
      return PfnModel.ships("default") ? List.of("committee", "pfn") : List.of("committee");
    }
  }

  /** {@code leadline bench initial}. */
  @Command(
      name = "initial",
      mixinStandardHelpOptions = true,
      description = "Writes the initial points of a plan as JSON, for programs in other languages.")
  static final class Initial implements Callable<Integer> {

    @Option(names = "--plan", required = true, paramLabel = "FILE", description = "JSON or YAML.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path plan;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "JSON.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Override
    public Integer call() {
      PeerExport.write(PlanFile.read(plan), out);
      return ExitCode.OK.number();
    }
  }
}
