package dev.leadline.lab.command;

import dev.leadline.app.commands.ModelSource;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.failing.FailingRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code leadline bench failures}: tasks some of whose trials fail. */
@Command(
    name = "failures",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies on functions of one and two goals that fail beyond a plane, in a ball or by"
          + " chance. lab/peers/failing.py runs peers from the same points and compares."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench failures --seeds 10 --strategy committee --out failures")
final class BenchFailures implements Callable<Integer> {

  @Option(names = "--task", paramLabel = "NAME", description = "Repeat for more; all unless given.")
  private List<String> tasks = new ArrayList<>();

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per task. Default: 10.")
  private int seeds = 10;

  @Option(names = "--trials", paramLabel = "N", description = "Of each run. Default: 40.")
  private int trials = 40;

  @Option(names = "--strategy", paramLabel = "S", description = "Repeat for more. Default: pfn.")
  private List<String> strategies = new ArrayList<>();

  @Mixin private RunFolder folder = new RunFolder();

  @Override
  public Integer call() {
    FailingRuns runs = new FailingRuns(tasks, folder.firstSeed(), seeds, trials);
    folder.write("starts.json", JsonMapper.builder().build().writeValueAsString(runs.starts()));
    folder.record("runs.jsonl.gz", lines -> record(runs, lines));
    return ExitCode.OK.number();
  }

  private void record(FailingRuns runs, RunFolder.Lines lines) {
    for (String strategy : strategies.isEmpty() ? List.of("pfn") : strategies) {
      runs.measure(
          strategy,
          () -> StudyRuns.strategy(strategy, ModelSource.DEFAULT),
          run -> lines.add(run, "%s %s %d".formatted(run.task(), run.method(), run.seed())));
    }
  }
}
