package dev.leadline.lab.command;

import dev.leadline.app.commands.ModelSource;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.goals.GoalProblem;
import dev.leadline.lab.goals.GoalProblems;
import dev.leadline.lab.goals.GoalRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code leadline bench goals}: problems with several goals. */
@Command(
    name = "goals",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies on problems with two and three goals and records which share of the volume"
          + " they reach. lab/peers/goals.py runs peers from the same first points and compares."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench goals --seeds 5 --out goals")
final class BenchGoals implements Callable<Integer> {

  @Option(names = "--task", paramLabel = "NAME", description = "Repeat for more; only these.")
  private List<String> tasks = new ArrayList<>();

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per problem. Default: 5.")
  private int seeds = 5;

  @Option(names = "--evaluations", paramLabel = "N", description = "Of each run. Default: 100.")
  private int evaluations = 100;

  @Option(names = "--strategy", paramLabel = "S", description = "pfn or committee. Default: pfn.")
  private String strategy = "pfn";

  @Option(
      names = "--held-out",
      description =
          "The problems that the first choices of the search did not see, not the others.")
  private boolean heldOut;

  @Option(
      names = "--starts-only",
      description = "Write starts.json for the peers and nothing else.")
  private boolean startsOnly;

  @Mixin private RunFolder folder = new RunFolder();

  @Override
  public Integer call() {
    GoalRuns runs = new GoalRuns(problems(), folder.firstSeed(), seeds, evaluations);
    folder.write("starts.json", runs.starts());
    if (!startsOnly) {
      folder.record("runs.jsonl", lines -> record(runs, lines));
    }
    return ExitCode.OK.number();
  }

  private List<GoalProblem> problems() {
    if (!tasks.isEmpty()) {
      return GoalProblems.named(tasks);
    }
    return heldOut ? GoalProblems.heldOut() : GoalProblems.usual();
  }

  private void record(GoalRuns runs, RunFolder.Lines lines) {
    runs.measure(
        strategy,
        () -> StudyRuns.strategy(strategy, ModelSource.DEFAULT),
        run -> {
          double reached = run.reached().get(run.reached().size() - 1);
          lines.add(run, "%s %s %d: %s".formatted(run.task(), strategy, run.seed(), reached));
        });
  }
}
