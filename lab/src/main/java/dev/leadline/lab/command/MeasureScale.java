package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.experiment.Sweep;
import dev.leadline.lab.measure.ScaleSimulation;
import dev.leadline.lab.measure.ScaleSimulation.StepCosts;
import dev.leadline.lab.measure.ScaleSimulation.Traffic;
import dev.leadline.lab.measure.ScaleSimulation.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leadline bench measure scale}: what many workers do to a study. */
@Command(
    name = "scale",
    mixinStandardHelpOptions = true,
    description = {
      "Measures what the steps of a study cost, simulates many workers with that, and compares the"
          + " simulation with workers that are real."
    },
    footerHeading = "%nExample:%n",
    footer =
        "  leadline bench measure scale --strategy committee --real 32,200 --simulated 1000,10000")
final class MeasureScale extends ConsoleCommand implements Callable<Integer> {

  private static final int ROUNDS = 30;
  private static final int AHEAD = 32;
  private static final int STUDIES = 16;

  @Option(names = "--strategy", paramLabel = "S", description = "Default: committee.")
  private String strategy = "committee";

  @Option(names = "--real", split = ",", paramLabel = "N", description = "Default: 32,200.")
  private List<Integer> real = List.of(32, 200);

  @Option(
      names = "--evaluation",
      paramLabel = "SECONDS",
      description = "How long an evaluation of the real workers takes. Default: 2.")
  private double evaluation = 2;

  @Option(names = "--time", paramLabel = "SECONDS", description = "Of a real run. Default: 20.")
  private double time = 20;

  @Option(
      names = "--simulated",
      split = ",",
      paramLabel = "N",
      description = "Default: 32,200,1000,10000.")
  private List<Integer> simulated = List.of(32, 200, 1000, 10_000);

  @Option(
      names = "--minutes",
      split = ",",
      paramLabel = "M",
      description = "How long an evaluation of the simulated workers takes. Default: 1,10.")
  private List<Double> minutes = List.of(1.0, 10.0);

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = out();
    Path directory = Files.createTempDirectory("leadline-scale");
    try {
      SharedFile file = new SharedFile(directory, strategy);
      StepCosts costs = file.costs();
      out.println(
          "Milliseconds: suggestion %.2f, news of a trial %.3f, claim %.2f, tell %.2f (%s)."
              .formatted(
                  1e3 * costs.suggestion(),
                  1e3 * costs.news(),
                  1e3 * costs.claim(),
                  1e3 * costs.tell(),
                  strategy));
      out.println();
      compare(out, file, costs);
      predict(out, costs);
      out.println(Environment.here("cpu", InstantSource.system()).sentence());
    } finally {
      Sweep.delete(directory);
    }
    return ExitCode.OK.number();
  }

  private void compare(PrintWriter out, SharedFile file, StepCosts costs)
      throws InterruptedException {
    out.println(
        "| workers | evaluation s | simulated trials/s | real trials/s | real / simulated |");
    out.println("|---:|---:|---:|---:|---:|");
    for (int workers : real) {
      Workload load = Workload.of(workers, evaluation);
      double expected = simulate(costs, load).trialsPerSecond();
      double found = file.trialsPerSecond(load, time);
      out.println(
          "| %d | %.1f | %.2f | %.2f | %.2f |"
              .formatted(workers, evaluation, expected, found, found / expected));
      out.flush();
    }
    out.println();
  }

  private void predict(PrintWriter out, StepCosts costs) {
    out.println(
        "| workers | evaluation min | how | trials/s | workers busy | suggester | writer | bottleneck |");
    out.println("|---:|---:|---|---:|---:|---:|---:|---|");
    for (double minute : minutes) {
      for (int workers : simulated) {
        Workload load = Workload.of(workers, 60 * minute);
        row(out, "each suggests", costs, load);
        row(out, "a server suggests", costs.served(), load);
        row(out, "a server, %d ahead".formatted(AHEAD), costs.served(), ahead(load));
        if (workers >= STUDIES) {
          row(out, "%d studies".formatted(STUDIES), costs.served(), sharded(load));
        }
      }
    }
    out.println();
  }

  private static void row(PrintWriter out, String how, StepCosts costs, Workload load) {
    Traffic traffic = simulate(costs, load);
    out.println(
        "| %d | %.0f | %s | %.2f | %.0f %% | %.0f %% | %.0f %% | %s |"
            .formatted(
                load.workers(),
                load.seconds() / 60,
                how,
                traffic.trialsPerSecond(),
                100 * traffic.busy(),
                100 * traffic.suggester(),
                100 * traffic.writer(),
                traffic.bottleneck()));
  }

  private static Traffic simulate(StepCosts costs, Workload load) {
    return ScaleSimulation.run(costs, load, (long) ROUNDS * load.workers(), 1);
  }

  private static Workload ahead(Workload load) {
    return new Workload(load.workers(), load.seconds(), 1, Math.min(AHEAD, load.workers()));
  }

  private static Workload sharded(Workload load) {
    return new Workload(load.workers(), load.seconds(), STUDIES, 1);
  }
}
