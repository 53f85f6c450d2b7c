package dev.leadline.lab;

import dev.leadline.app.ModelSource;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.bench.peers.ConditionalRuns;
import dev.leadline.bench.peers.ConditionalRuns.Treatment;
import dev.leadline.bench.runner.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code leadline bench conditional}: tasks whose parameters count only with others. */
@Command(
    name = "conditional",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies on tasks with conditional parameters, with the conditions and with defaults"
          + " filled in by hand instead. bench/peers/conditional.py runs a peer on the same tasks and"
          + " compares."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench conditional --seeds 10 --out conditional")
final class BenchConditional implements Callable<Integer> {

  @Option(names = "--first-seed", paramLabel = "N", description = "Default: 0.")
  private int firstSeed;

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per task. Default: 10.")
  private int seeds = 10;

  @Option(names = "--trials", paramLabel = "N", description = "Of each run. Default: 50.")
  private int trials = 50;

  @Option(names = "--strategy", paramLabel = "S", description = "pfn or committee. Default: pfn.")
  private String strategy = "pfn";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Where tasks.json, runs.jsonl and environment.json go.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path out;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    ConditionalRuns runs = new ConditionalRuns(firstSeed, seeds, trials);
    PrintWriter err = spec.commandLine().getErr();
    JsonMapper json = JsonMapper.builder().build();
    try {
      Files.createDirectories(out);
      Files.writeString(out.resolve("tasks.json"), runs.tasks());
      Files.writeString(
          out.resolve("environment.json"),
          json.writeValueAsString(Environment.here("cpu", InstantSource.system())));
      try (PrintWriter lines =
          new PrintWriter(Files.newBufferedWriter(out.resolve("runs.jsonl")))) {
        for (Treatment treatment : Treatment.values()) {
          String method = strategy + "-" + treatment.name().toLowerCase(Locale.ROOT);
          runs.measure(
              treatment,
              method,
              () -> StudyRuns.strategy(strategy, ModelSource.DEFAULT),
              run -> {
                lines.println(json.writeValueAsString(run));
                err.println("%s %s %d".formatted(run.task(), method, run.seed()));
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
