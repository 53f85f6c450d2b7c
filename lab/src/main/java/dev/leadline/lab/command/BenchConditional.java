package dev.leadline.lab.command;

import dev.leadline.app.commands.ModelSource;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.peers.ConditionalRuns;
import dev.leadline.lab.peers.ConditionalRuns.Treatment;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code leadline bench conditional}: tasks whose parameters count only with others. */
@Command(
    name = "conditional",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies on tasks with conditional parameters, with the conditions and with defaults"
          + " filled in by hand instead. lab/peers/conditional.py runs a peer on the same tasks and"
          + " compares."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench conditional --seeds 10 --out conditional")
final class BenchConditional implements Callable<Integer> {

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per task. Default: 10.")
  private int seeds = 10;

  @Option(names = "--trials", paramLabel = "N", description = "Of each run. Default: 50.")
  private int trials = 50;

  @Option(names = "--strategy", paramLabel = "S", description = "pfn or committee. Default: pfn.")
  private String strategy = "pfn";

  @Mixin private RunFolder folder = new RunFolder();

  @Override
  public Integer call() {
    ConditionalRuns runs = new ConditionalRuns(folder.firstSeed(), seeds, trials);
    folder.write("tasks.json", runs.tasks());
    folder.record("runs.jsonl", lines -> record(runs, lines));
    return ExitCode.OK.number();
  }

  private void record(ConditionalRuns runs, RunFolder.Lines lines) {
    for (Treatment treatment : Treatment.values()) {
      String method = strategy + "-" + treatment.name().toLowerCase(Locale.ROOT);
      runs.measure(
          treatment,
          method,
          () -> StudyRuns.strategy(strategy, ModelSource.DEFAULT),
          run -> lines.add(run, "%s %s %d".formatted(run.task(), method, run.seed())));
    }
  }
}
