package dev.leadline.lab.command;

import dev.leadline.app.commands.ModelSource;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.search.Strategy;
import dev.leadline.study.Strategies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A measurement on studies: what suggests in it, what it says meanwhile, where its record goes. */
final class StudyRuns {

  @Option(names = "--strategy", paramLabel = "S", description = "pfn or committee. Default: pfn.")
  private String strategy = "pfn";

  @Option(
      names = "--model",
      paramLabel = "NAME|FILE",
      description = "The network of pfn: a shipped one or a file. Default: default.")
  private String model = ModelSource.DEFAULT;

  @Option(names = "--out", paramLabel = "FILE", description = "Where the record goes, as JSON.")
  private @Nullable Path out;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /** What suggests, by name. */
  String name() {
    return strategy;
  }

  Strategy strategy() {
    return strategy(strategy, model);
  }

  /** On one core: two threads would wait for each other wherever the cores are in use. */
  static Strategy strategy(String name, String model) {
    return name.equals("pfn") ? Strategies.pfn(ModelSource.open(model, 1)) : Strategies.named(name);
  }

  static Environment here() {
    return Environment.here("cpu", InstantSource.system());
  }

  void say(String words) {
    say(spec, words);
  }

  /** A few words to who waits for a command. */
  static void say(CommandSpec spec, String words) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(words);
    err.flush();
  }

  /** Prints what came out, and keeps the record if one is wanted. */
  int end(String table, String json) {
    PrintWriter to = spec.commandLine().getOut();
    to.print(table);
    to.flush();
    keep(json);
    return ExitCode.OK.number();
  }

  private void keep(String json) {
    if (out != null) {
      try {
        Files.writeString(out, json);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write %s: %s".formatted(out, e.getMessage()), e);
      }
    }
  }
}
