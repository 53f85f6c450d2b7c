package dev.leadline.lab.command;

import dev.leadline.lab.advice.Advice;
import dev.leadline.lab.advice.AdvicePlan;
import dev.leadline.lab.advice.AdviceReport;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code leadline bench recommend}: recommendations after noisy runs, against the luckiest. */
@Command(
    name = "recommend",
    mixinStandardHelpOptions = true,
    description = {
      "Compares what a study recommends after noisy runs with the trial of the lowest value seen.",
      "Both by their noise-free regrets; the table also says how often the interval that comes with"
          + " a recommendation holds its noise-free value."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  leadline bench recommend --out recommend.json",
      "  leadline bench recommend --model my.pfn --tasks branin-2d,levy-5d --noise 0.2 --seeds 10"
    })
final class BenchRecommend implements Callable<Integer> {

  @Option(
      names = "--tasks",
      split = ",",
      paramLabel = "TASK",
      description =
          "Tasks and patterns without noise. Default: ackley, levy, rosenbrock and styblinskitang"
              + " in 2, 5 and 10 dimensions.")
  private List<String> tasks =
      List.of(
          "ackley-2d",
          "levy-2d",
          "rosenbrock-2d",
          "styblinskitang-2d",
          "ackley-5d",
          "levy-5d",
          "rosenbrock-5d",
          "styblinskitang-5d",
          "ackley-10d",
          "levy-10d",
          "rosenbrock-10d",
          "styblinskitang-10d");

  @Option(
      names = "--noise",
      split = ",",
      paramLabel = "S",
      description = "Shares of a function's standard deviation. Default: 0.01,0.1,0.3.")
  private List<Double> noises = List.of(0.01, 0.1, 0.3);

  @Option(names = "--first-seed", paramLabel = "N", description = "Default: 0.")
  private int firstSeed;

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per task. Default: 5.")
  private int seeds = 5;

  @Option(names = "--steps", paramLabel = "N", description = "After the start. Default: 50.")
  private int steps = 50;

  @Mixin private StudyRuns runs = new StudyRuns();

  @Override
  public Integer call() {
    AdvicePlan plan = new AdvicePlan(tasks, noises, firstSeed, seeds, steps);
    AdviceReport report =
        plan.measure(StudyRuns.here(), runs::strategy, run -> runs.say(words(run)));
    return runs.end(report.table(), report.json());
  }

  private static String words(Advice run) {
    return "%s, noise %s, seed %d".formatted(run.task(), run.noise(), run.seed());
  }
}
