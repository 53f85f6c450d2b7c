package dev.leadline.lab.command;

import dev.leadline.app.exit.UserError;
import dev.leadline.early.EarlyStop;
import dev.leadline.lab.curve.CurveFamily;
import dev.leadline.lab.curve.CurvePlan;
import dev.leadline.lab.curve.CurveReport;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code leadline bench curves}: what ending trials early saves and costs. */
@Command(
    name = "curves",
    mixinStandardHelpOptions = true,
    description = {
      "Plays studies of recorded learning curves with rules that end trials early: the steps made"
          + " as a share of those without a rule, the regret, and the share of the trials that"
          + " would have become the best and were ended."
    },
    footerHeading = "%nExample:%n",
    footer =
        "  leadline bench curves --rules asha,median,model --strategy random --out curves.json")
final class BenchCurves implements Callable<Integer> {

  @Option(
      names = "--families",
      split = ",",
      paramLabel = "NAME",
      description = "Default: open, the half on which choices are made; sealed is the other half.")
  private List<String> families = List.of("open");

  @Option(
      names = "--rules",
      split = ",",
      paramLabel = "RULE",
      description = "For example 'asha factor=4'. Default: asha,median,model.")
  private List<String> rules = List.of("asha", "median", "model");

  @Option(names = "--seeds", paramLabel = "N", description = "Studies per family. Default: 5.")
  private int seeds = 5;

  @Option(names = "--trials", paramLabel = "N", description = "Of each study. Default: 50.")
  private int trials = 50;

  @Mixin private StudyRuns runs = new StudyRuns();

  @Override
  public Integer call() {
    CurveReport report = plan().measure(StudyRuns.here(), runs::strategy, runs::say);
    return runs.end(report.table(), report.json());
  }

  private CurvePlan plan() {
    try {
      return new CurvePlan(
          families.equals(List.of("open"))
              ? CurveFamily.open()
              : families.equals(List.of("sealed")) ? CurveFamily.sealed() : families,
          rules.stream().map(EarlyStop::parse).toList(),
          runs.name(),
          seeds,
          trials);
    } catch (IllegalArgumentException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }
}
