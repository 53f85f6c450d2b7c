package dev.leadline.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tables and figures of some records. Used by one thread. */
public final class Report {

  private Report() {}

  /**
   * Reads records and writes {@code report.md} and {@code figures/*.svg}.
   *
   * @param records directories with {@code runs.jsonl} or {@code runs.jsonl.gz}
   * @param out where to write; created if missing
   * @return the Markdown file
   */
  public static Path write(List<Path> records, Path out) {
    Results results = Results.read(records);
    StringBuilder text = new StringBuilder("# Benchmark report\n\n");
    text.append("Records: ");
    text.append(String.join("; ", records.stream().map(Origin::of).toList())).append(".\n");
    text.append(explanation(results));
    int skipped = results.skippedLines();
    if (skipped > 0) {
      text.append(
          "\n**Skipped %d damaged %s.**\n".formatted(skipped, skipped == 1 ? "line" : "lines"));
    }
    text.append(new Tables(results).render());
    try {
      Path figures = Files.createDirectories(out.resolve("figures"));
      Files.writeString(figures.resolve("overview.svg"), new OverviewFigure(results).render());
      text.append("\n## Regret curves\n\n![all tasks together](figures/overview.svg)\n");
      for (TaskGroup group : results.groups()) {
        for (Map.Entry<String, String> figure :
            new RegretFigures(results).render(group).entrySet()) {
          Files.writeString(figures.resolve(figure.getKey()), figure.getValue());
          text.append("\n![%s](figures/%s)\n".formatted(group.label(), figure.getKey()));
        }
      }
      Optional<String> probes = ProbeFigure.render(records);
      if (probes.isPresent()) {
        Files.writeString(figures.resolve("probes-1d.svg"), probes.get());
        text.append("\n## Probes\n\n![where the runs probed](figures/probes-1d.svg)\n");
      }
      Path file = out.resolve("report.md");
      Files.writeString(file, text);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the report to %s: %s".formatted(out, e.getMessage()), e);
    }
  }

  private static String explanation(Results results) {
    return """

        %s
        Task names end in the function's number of inputs. `@shift` marks tasks whose optimum the seed has moved, `@irrelevant=K` tasks with K further
        inputs that do nothing, `@skew` tasks whose values have a heavy upper tail (their regret is that of the function itself), `@noise=σ` tasks with
        noise of σ standard deviations of the function.
        """
        .formatted(MethodNames.explained(results.methods()));
  }
}
