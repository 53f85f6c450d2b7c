package dev.leadline.lab.command;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.experiment.Plan;
import dev.leadline.lab.experiment.PlanFile;
import dev.leadline.lab.peers.PeerExport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leadline bench initial}: hands the first points of a plan to other programs. */
@Command(
    name = "initial",
    mixinStandardHelpOptions = true,
    description = "Writes the initial points of a plan as JSON, for programs in other languages.")
final class BenchInitial implements Callable<Integer> {

  @Option(names = "--plan", required = true, paramLabel = "FILE", description = "JSON or YAML.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path plan;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "JSON.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path out;

  @Option(
      names = "--tables",
      paramLabel = "DIR",
      description = "The tables of the tasks table-*, as lab/peers/tables.py writes them.")
  private @Nullable Path tables;

  @Override
  public Integer call() {
    Plan read = PlanFile.read(plan);
    PeerExport.write(tables == null ? read : read.withTables(tables), out);
    return ExitCode.OK.number();
  }
}
