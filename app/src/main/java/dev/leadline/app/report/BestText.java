package dev.leadline.app.report;

import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.SignificantDigits;
import dev.leadline.study.Recommendation;
import dev.leadline.study.TrialRecord;
import java.util.ArrayList;
import java.util.List;

/** The best trial of a study in words, and the one that is recommended. */
public final class BestText {

  private BestText() {}

  /**
   * The lines: the value, what else was measured and the settings.
   *
   * @param count how many trials there are, in words
   */
  public static List<String> lines(Problem problem, TrialRecord best, String count) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "best %s: %s in trial %d of %s"
            .formatted(problem.objective(), best.value(), best.number(), count));
    best.measurements()
        .values()
        .forEach((name, value) -> lines.add("  %s: %s".formatted(name, value)));
    lines.addAll(settings(best));
    return lines;
  }

  static List<String> settings(TrialRecord trial) {
    List<String> lines = new ArrayList<>();
    trial
        .configuration()
        .values()
        .forEach(
            (name, value) ->
                lines.add("  %s = %s".formatted(name, Screen.plain(value.toString()))));
    return lines;
  }

  /** Which trial is expected to be the best, and how good: under noise not the luckiest one. */
  public static String line(Recommendation recommendation) {
    double range = recommendation.high() - recommendation.low();
    return "recommended: trial %d, expected %s (80 %% between %s and %s)"
        .formatted(
            recommendation.trial(),
            SignificantDigits.text(recommendation.median(), range),
            SignificantDigits.text(recommendation.low(), range),
            SignificantDigits.text(recommendation.high(), range));
  }
}
