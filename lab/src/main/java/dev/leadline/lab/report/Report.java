package dev.leadline.lab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

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
    text.append(warnings(results));
    text.append(new Tables(results).render());
    text.append(new RecommendationTable(results).render());
    text.append(new ForecastTable(results).render());
    text.append(new EarlyStopTable(results).render());
    text.append(new RelatedTable(results).render());
    try {
      FigureFolder figures = new FigureFolder(Files.createDirectories(out.resolve("figures")));
      text.append("\n## Regret curves\n");
      String overview = new OverviewFigure(results).render();
      text.append(figures.add("overview.svg", overview, "all tasks together"));
      for (TaskGroup group : results.groups()) {
        for (Map.Entry<String, String> svg : new RegretFigures(results).render(group).entrySet()) {
          text.append(figures.add(svg.getKey(), svg.getValue(), group.label()));
        }
      }
      for (ReportSection section : ServiceLoader.load(ReportSection.class)) {
        text.append(section.render(results, records, figures));
      }
      Path file = out.resolve("report.md");
      Files.writeString(file, text);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the report to %s: %s".formatted(out, e.getMessage()), e);
    }
  }

  private static String warnings(Results results) {
    StringBuilder text = new StringBuilder();
    int skipped = results.skippedLines();
    if (skipped > 0) {
      text.append(
          "\n**Skipped %d damaged %s.**\n".formatted(skipped, skipped == 1 ? "line" : "lines"));
    }
    if (!results.repeated().isEmpty()) {
      String counts =
          results.repeated().entrySet().stream()
              .map(method -> "%s %d".formatted(method.getKey(), method.getValue()))
              .collect(Collectors.joining(", "));
      text.append(
          "\n**Runs that more than one record holds: %s. The record named last counts.**\n"
              .formatted(counts));
    }
    return text.toString();
  }

  private static String explanation(Results results) {
    return """

    %s
    Task names end in the function's number of inputs; `further-` begins those of functions outside the paper's suite; `seen` marks those of them on which a
    constant was chosen, which say nothing about unseen functions. `@shift` marks tasks whose
    optimum the seed has moved, `@irrelevant=K` tasks with K further inputs that do nothing, `@skew` tasks whose values have a heavy upper tail (their
    regret is that of the function itself), `@noise=σ` tasks with noise of σ standard deviations of the function.
    """
        .formatted(MethodNames.explained(results.methods()));
  }
}
