package dev.leadline.lab;

import dev.leadline.app.ModelSource;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.bench.limited.LimitedRuns;
import dev.leadline.bench.runner.Environment;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code leadline bench limits}: tasks with limits on what else they measure. */
@Command(
    name = "limits",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies on constrained tasks of the literature. bench/peers/limited.py runs peers from"
          + " the same points and compares."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench limits --seeds 5 --trials 100 --strategy committee --out limits")
final class BenchLimits implements Callable<Integer> {

  @Option(names = "--task", paramLabel = "NAME", description = "Repeat for more; all unless given.")
  private List<String> tasks = new ArrayList<>();

  @Option(names = "--first-seed", paramLabel = "N", description = "Default: 0.")
  private int firstSeed;

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per task. Default: 10.")
  private int seeds = 10;

  @Option(names = "--trials", paramLabel = "N", description = "Of each run. Default: 100.")
  private int trials = 100;

  @Option(names = "--strategy", paramLabel = "S", description = "Repeat for more. Default: pfn.")
  private List<String> strategies = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Where starts.json, runs.jsonl.gz and environment.json go.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path out;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    LimitedRuns runs = new LimitedRuns(tasks, firstSeed, seeds, trials);
    PrintWriter err = spec.commandLine().getErr();
    JsonMapper json = JsonMapper.builder().build();
    try {
      Files.createDirectories(out);
      Files.writeString(out.resolve("starts.json"), json.writeValueAsString(runs.starts()));
      Files.writeString(
          out.resolve("environment.json"),
          json.writeValueAsString(Environment.here("cpu", InstantSource.system())));
      try (PrintWriter lines =
          new PrintWriter(
              new OutputStreamWriter(
                  new GZIPOutputStream(Files.newOutputStream(out.resolve("runs.jsonl.gz")), true),
                  StandardCharsets.UTF_8))) {
        for (String strategy : strategies.isEmpty() ? List.of("pfn") : strategies) {
          runs.measure(
              strategy,
              () -> StudyRuns.strategy(strategy, ModelSource.DEFAULT),
              run -> {
                lines.println(json.writeValueAsString(run));
                lines.flush();
                err.println("%s %s %d".formatted(run.task(), run.method(), run.seed()));
                err.flush();
              });
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to %s: %s".formatted(out, e.getMessage()), e);
    }
    return ExitCode.OK.number();
  }
}
