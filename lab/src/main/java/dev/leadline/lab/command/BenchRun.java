package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.execute.ClusterConnector;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.experiment.Experiment;
import dev.leadline.lab.experiment.PeerStarts;
import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.experiment.PlanFile;
import dev.leadline.lab.experiment.RecordDirectory;
import dev.leadline.lab.experiment.ShippedPlans;
import dev.leadline.lab.experiment.Sweep;
import dev.leadline.torch.tensor.Device;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leadline bench run}: carries out a plan. */
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
final class BenchRun extends ConsoleCommand implements Callable<Integer> {

  @Option(
      names = "--plan",
      required = true,
      paramLabel = "FILE|NAME",
      description = {
        "JSON or YAML; or a plan that comes with the library, such as paper, or a piece of it:",
        "one method with one number of inputs, such as paper-10d-pt-nur."
      })
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

  @ArgGroup(multiplicity = "1")
  private Goal goal;

  /** Whether the plan is run here or handed to programs in other languages. */
  private static final class Goal {

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "The record: a new directory, or one of the same plan to continue.")
    private @Nullable Path out;

    @Option(
        names = "--starts",
        paramLabel = "FILE",
        description = "Run nothing; write where each run starts, for lab/peers, as JSON.")
    private @Nullable Path starts;
  }

  @Option(names = "--device", paramLabel = "cpu|cuda", description = "Default: cpu.")
  private String device = "cpu";

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Runs side by side. Default: one per core, one on a GPU.")
  private @Nullable Integer threads;

  @Option(
      names = "--tables",
      paramLabel = "DIR",
      description = "The tables of the tasks table-*, as lab/peers/tables.py writes them.")
  private @Nullable Path tables;

  @Option(
      names = "--on",
      paramLabel = "MASTER",
      description = {
        "Spread the runs over the executors of Apache Spark: spark://HOST:7077 or local[4].",
        "The sources lie where all its machines see them."
      })
  private @Nullable String master;

  @Option(names = "--seeds", paramLabel = "N", description = "As many in place of the plan's.")
  private @Nullable Integer seeds;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAME",
      description = "These in place of the plan's.")
  private @Nullable List<String> methods;

  @Option(
      names = "--tasks",
      split = ",",
      paramLabel = "NAME",
      description = "These in place of the plan's.")
  private @Nullable List<String> tasks;

  @Override
  public Integer call() {
    if (goal.starts != null) {
      PeerStarts.write(read(), goal.starts);
      return ExitCode.OK.number();
    }
    Path out = Objects.requireNonNull(goal.out);
    if (master != null) {
      return runOnCluster(read(), out, master);
    }
    Device where = Device.named(device);
    int cores = where == Device.CPU ? Runtime.getRuntime().availableProcessors() : 1;
    Experiment.Outcome outcome =
        new Experiment(read(), where, threads == null ? cores : threads)
            .run(
                out,
                InstantSource.system(),
                new BenchProgress(err(), System::nanoTime),
                BenchProgress.limit(minutes));
    if (outcome.skippedLines() > 0) {
      err().println("skipped %d damaged lines of the record".formatted(outcome.skippedLines()));
    }
    if (outcome.left() > 0) {
      err()
          .println(
              "stopped with %d evaluations left: the same command continues"
                  .formatted(outcome.left()));
    }
    out().println("record: " + out);
    return ExitCode.OK.number();
  }

  private int runOnCluster(Plan whole, Path out, String cluster) {
    if (!RecordDirectory.isFinished(out, whole)) {
      Environment here = Environment.here("cpu on " + cluster, InstantSource.system());
      try (Sweep sweep = Sweep.open(out, whole, here)) {
        spread(sweep, out, cluster, err());
        sweep.finish();
      }
    }
    out().println("record: " + out);
    return ExitCode.OK.number();
  }

  private static void spread(Sweep sweep, Path out, String cluster, PrintWriter err) {
    List<String> pieces = sweep.pieces();
    if (sweep.skippedLines() > 0) {
      err.println("skipped %d damaged lines of the record".formatted(sweep.skippedLines()));
    }
    AtomicInteger done = new AtomicInteger();
    ClusterConnector.installed()
        .work(
            cluster,
            "bench " + out,
            Sweep::carryOut,
            pieces,
            lines -> {
              sweep.take(lines);
              err.println("run %d of %d".formatted(done.incrementAndGet(), pieces.size()));
              err.flush();
            });
  }

  private Plan read() {
    Path file = Path.of(plan);
    boolean isFile = Files.exists(file) || plan.matches(".*(/|\\\\|[.](json|ya?ml)$).*");
    Plan read = isFile ? PlanFile.read(file) : new ShippedPlans(models).named(plan);
    return new Plan(
        tasks == null ? read.tasks() : tasks,
        methods == null ? read.methods() : methods,
        seeds == null ? read.seeds() : seeds,
        read.firstSeed(),
        read.steps(),
        read.models(),
        read.initial(),
        tables == null ? read.tables() : tables.toString(),
        read.study());
  }
}
