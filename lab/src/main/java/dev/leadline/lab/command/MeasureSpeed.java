package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.measure.SpeedTable;
import dev.leadline.study.Strategies;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leadline bench measure speed}: times suggestions. */
@Command(
    name = "speed",
    mixinStandardHelpOptions = true,
    description = "Prints the time of a suggestion by strategy, observations and inputs.")
final class MeasureSpeed extends ConsoleCommand implements Runnable {

  @Option(
      names = "--strategy",
      split = ",",
      paramLabel = "NAME",
      description = "Default: committee,network.")
  private List<String> strategies = List.of("committee", "network");

  @Option(names = "--suggestions", paramLabel = "N", description = "Per cell. Default: 40.")
  private int suggestions = 40;

  @Option(
      names = "--observations",
      split = ",",
      paramLabel = "N",
      description = "Default: 10,50,100,1000.")
  private List<Integer> observations = List.of(10, 50, 100, 1000);

  @Override
  public void run() {
    SpeedTable table = new SpeedTable(observations, List.of(2, 10), suggestions);
    out().println(SpeedTable.header());
    for (String name : strategies) {
      for (SpeedTable.Row row :
          table.measure(name, () -> Strategies.named(name), System::nanoTime)) {
        out().println(row.markdown());
        out().flush();
      }
    }
    Environment here = Environment.here("cpu", InstantSource.system());
    out().println("\n" + here.sentence());
  }
}
