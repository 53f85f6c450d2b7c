package dev.leadline.lab;

import dev.leadline.app.ModelSource;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.bench.goals.GoalProblem;
import dev.leadline.bench.goals.GoalProblems;
import dev.leadline.bench.goals.GoalRuns;
import dev.leadline.bench.runner.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code leadline bench goals}: problems with several goals. */
@Command(
    name = "goals",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies on problems with two and three goals and records which share of the volume"
          + " they reach. bench/peers/goals.py runs peers from the same first points and compares."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench goals --seeds 5 --out goals")
final class BenchGoals implements Callable<Integer> {

  @Option(names = "--first-seed", paramLabel = "N", description = "Default: 0.")
  private int firstSeed;

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per problem. Default: 5.")
  private int seeds = 5;

  @Option(names = "--evaluations", paramLabel = "N", description = "Of each run. Default: 100.")
  private int evaluations = 100;

  @Option(names = "--strategy", paramLabel = "S", description = "pfn or committee. Default: pfn.")
  private String strategy = "pfn";

  @Option(
      names = "--held-out",
      description = "The problems that no choice of the search was made on, instead of the others.")
  private boolean heldOut;

  @Option(
      names = "--starts-only",
      description = "Write starts.json for the peers and nothing else.")
  private boolean startsOnly;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Where starts.json, runs.jsonl and environment.json go.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path out;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    List<GoalProblem> problems = heldOut ? GoalProblems.heldOut() : GoalProblems.usual();
    GoalRuns runs = new GoalRuns(problems, firstSeed, seeds, evaluations);
    try {
      Files.createDirectories(out);
      Files.writeString(out.resolve("starts.json"), runs.starts());
      if (!startsOnly) {
        record(runs);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to %s: %s".formatted(out, e.getMessage()), e);
    }
    return ExitCode.OK.number();
  }

  private void record(GoalRuns runs) throws IOException {
    JsonMapper json = JsonMapper.builder().build();
    PrintWriter err = spec.commandLine().getErr();
    Files.writeString(
        out.resolve("environment.json"),
        json.writeValueAsString(Environment.here("cpu", InstantSource.system())));
    try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(out.resolve("runs.jsonl")))) {
      runs.measure(
          strategy,
          () -> StudyRuns.strategy(strategy, ModelSource.DEFAULT),
          run -> {
            lines.println(json.writeValueAsString(run));
            lines.flush();
            int last = run.reached().size() - 1;
            err.println(
                "%s %s %d: %s"
                    .formatted(run.task(), strategy, run.seed(), run.reached().get(last)));
            err.flush();
          });
    }
  }
}
