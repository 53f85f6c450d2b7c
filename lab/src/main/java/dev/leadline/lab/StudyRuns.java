package dev.leadline.lab;

import dev.leadline.app.ModelSource;
import dev.leadline.study.Strategies;
import dev.leadline.study.Strategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a measurement on studies: what suggests, and where the record goes. */
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

  /** Writes the record, if one is wanted. */
  void keep(String json) {
    if (out != null) {
      try {
        Files.writeString(out, json);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write %s: %s".formatted(out, e.getMessage()), e);
      }
    }
  }
}
