package dev.leadline.app.report;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a study names first: the best trial, or where values are noisy the recommended one.
 * Immutable and thread-safe.
 *
 * @param trial whose settings to use
 * @param best the trial with the best value, which under noise is partly luck
 * @param recommended what is expected of the trial, where values are noisy
 */
public record Headline(Trial trial, Trial best, Optional<Recommendation> recommended) {

  /**
   * The headline of a study with these trials.
   *
   * @param recommended what is recommended, where values are noisy
   */
  public static Headline of(Trial best, Optional<Recommendation> recommended, List<Trial> trials) {
    Trial first =
        recommended
            .flatMap(
                one -> trials.stream().filter(trial -> trial.number() == one.trial()).findFirst())
            .orElse(best);
    return new Headline(first, best, recommended);
  }

  /**
   * The lines: the value, what else was measured and the settings.
   *
   * @param count how many trials there are, in words
   * @param baseline what the value is compared with
   */
  public List<String> lines(Problem problem, String count, Optional<Baseline> baseline) {
    List<String> lines = new ArrayList<>();
    lines.add(
        recommended
            .map(expected -> line(problem, expected, count))
            .orElseGet(
                () ->
                    "best %s: %s of %s, in trial %d"
                        .formatted(problem.objective(), best.value(), count, best.number())));
    lines.addAll(BestText.details(trial));
    baseline.ifPresent(today -> lines.add(comparison(today)));
    if (recommended.isPresent()) {
      lines.add(
          "luckiest %s: %s in trial %d"
              .formatted(problem.objective(), best.value(), best.number()));
    }
    return lines;
  }

  private static String line(Problem problem, Recommendation expected, String count) {
    double range = expected.high() - expected.low();
    return "recommended %s: %s expected (80 %% between %s and %s) after %s, in trial %d"
        .formatted(
            problem.objective(),
            SignificantDigits.text(expected.median(), range),
            SignificantDigits.text(expected.low(), range),
            SignificantDigits.text(expected.high(), range),
            count,
            expected.trial());
  }

  private String comparison(Baseline baseline) {
    if (!baseline.has(trial.number())) {
      return baseline.words(recommended.map(Recommendation::median).orElse(best.value()));
    }
    return "no trial is %sbetter than your settings (trial %d)"
        .formatted(recommended.isPresent() ? "expected to be " : "", baseline.trial());
  }
}
