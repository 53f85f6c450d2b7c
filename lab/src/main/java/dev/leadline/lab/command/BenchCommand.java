package dev.leadline.lab.command;

import dev.leadline.app.commands.ConsoleCommand;
import picocli.CommandLine.Command;

/** {@code leadline bench}: compares optimisers on problems whose best values are known. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Compares optimisers on problems whose best values are known.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {BenchRun.class, BenchReport.class, BenchCommand.Measure.class})
final class BenchCommand extends ConsoleCommand.Group {

  /** {@code leadline bench measure}: times and throughput. */
  @Command(
      name = "measure",
      mixinStandardHelpOptions = true,
      description = "Measures how long a suggestion takes, and what many workers get done.",
      synopsisSubcommandLabel = "COMMAND",
      subcommands = {MeasureSpeed.class, MeasureScale.class, MeasureService.class})
  static final class Measure extends ConsoleCommand.Group {}
}
