package dev.leadline.lab.command;

import dev.leadline.app.commands.ModelSource;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.limited.LimitedRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code leadline bench limits}: tasks with limits on what else they measure. */
@Command(
    name = "limits",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies on constrained tasks of the literature. lab/peers/limited.py runs peers from"
          + " the same points and compares."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench limits --seeds 5 --trials 100 --strategy committee --out limits")
final class BenchLimits implements Callable<Integer> {

  @Option(names = "--task", paramLabel = "NAME", description = "Repeat for more; all unless given.")
  private List<String> tasks = new ArrayList<>();

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per task. Default: 10.")
  private int seeds = 10;

  @Option(names = "--trials", paramLabel = "N", description = "Of each run. Default: 100.")
  private int trials = 100;

  @Option(names = "--strategy", paramLabel = "S", description = "Repeat for more. Default: pfn.")
  private List<String> strategies = new ArrayList<>();

  @Mixin private RunFolder folder = new RunFolder();

  @Override
  public Integer call() {
    LimitedRuns runs = new LimitedRuns(tasks, folder.firstSeed(), seeds, trials);
    folder.write("starts.json", JsonMapper.builder().build().writeValueAsString(runs.starts()));
    folder.record("runs.jsonl.gz", lines -> record(runs, lines));
    return ExitCode.OK.number();
  }

  private void record(LimitedRuns runs, RunFolder.Lines lines) {
    for (String strategy : strategies.isEmpty() ? List.of("pfn") : strategies) {
      runs.measure(
          strategy,
          () -> StudyRuns.strategy(strategy, ModelSource.DEFAULT),
          run -> lines.add(run, "%s %s %d".formatted(run.task(), run.method(), run.seed())));
    }
  }
}
