package dev.leadline.lab.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code leadline bench}: compares optimisers on problems whose best values are known. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Compares optimisers on problems whose best values are known.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {BenchRun.class, BenchReport.class, BenchCommand.Measure.class})
final class BenchCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code leadline bench measure}: times and throughput. */
  @Command(
      name = "measure",
      mixinStandardHelpOptions = true,
      description = "Measures how long a suggestion takes, and what many workers get done.",
      synopsisSubcommandLabel = "COMMAND",
      subcommands = {MeasureSpeed.class, MeasureScale.class, MeasureService.class})
  static final class Measure implements Runnable {

    @Spec private CommandSpec spec;

    @Override
    public void run() {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }
}
