package dev.leadline.lab.command;

import dev.leadline.lab.advice.OutlookPlan;
import dev.leadline.lab.advice.OutlookReport;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code leadline bench outlook}: the chances that studies state, against what came. */
@Command(
    name = "outlook",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the chance of a further improvement that a study states before each trial with how"
          + " often the next ten trials brought it."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench outlook --seeds 3 --out outlook.json")
final class BenchOutlook implements Callable<Integer> {

  @Option(
      names = "--tasks",
      split = ",",
      paramLabel = "TASK",
      description = "Tasks and patterns. Default: *, the paper's 38.")
  private List<String> tasks = List.of("*");

  @Option(
      names = "--share",
      split = ",",
      paramLabel = "S",
      description = "Improvements as shares of the range. Default: 0.001,0.01,0.1.")
  private List<Double> shares = List.of(0.001, 0.01, 0.1);

  @Option(names = "--first-seed", paramLabel = "N", description = "Default: 0.")
  private int firstSeed;

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per task. Default: 3.")
  private int seeds = 3;

  @Option(names = "--trials", paramLabel = "N", description = "Of each run. Default: 70.")
  private int trials = 70;

  @Mixin private StudyRuns runs = new StudyRuns();

  @Override
  public Integer call() {
    OutlookPlan plan = new OutlookPlan(tasks, shares, firstSeed, seeds, trials);
    OutlookReport report = plan.measure(StudyRuns.here(), runs::strategy, runs::say);
    return runs.end(report.table(), report.json());
  }
}
