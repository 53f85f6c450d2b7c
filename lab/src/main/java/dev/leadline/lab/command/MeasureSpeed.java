package dev.leadline.lab.command;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.measure.SpeedTable;
import dev.leadline.pfn.PfnModel;
import dev.leadline.study.Strategies;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code leadline bench measure speed}: times suggestions. */
@Command(
    name = "speed",
    mixinStandardHelpOptions = true,
    description = "Prints the time of a suggestion by strategy, observations and inputs.")
final class MeasureSpeed implements Callable<Integer> {

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

  @Spec private CommandSpec spec;

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
