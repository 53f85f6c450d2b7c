package dev.leadline.lab.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code leadline bench measure}: times and throughput. */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    description = "Measures how long a suggestion takes, and what many workers get done.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {MeasureSpeed.class, MeasureScale.class, MeasureService.class})
final class BenchMeasure implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
