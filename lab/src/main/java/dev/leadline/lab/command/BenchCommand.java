package dev.leadline.lab.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code leadline bench}: compares optimisers on test functions. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Compares optimisers on test functions with known optima.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BenchRun.class,
      BenchReport.class,
      BenchCondense.class,
      BenchSpeed.class,
      BenchInitial.class,
      BenchRecommend.class,
      BenchOutlook.class,
      BenchCurves.class,
      BenchConditional.class,
      BenchGoals.class,
      BenchLimits.class,
      BenchFailures.class,
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
}
