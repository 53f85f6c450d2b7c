package dev.leadline.app.report;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Relative;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The best trial of a study in words, and the one that is recommended. */
public final class BestText {

  private BestText() {}

  /**
   * The lines: the value, what else was measured and the settings.
   *
   * @param count how many trials there are, in words
   * @param baseline what the value is compared with
   */
  public static List<String> lines(
      Problem problem, Trial best, String count, Optional<Baseline> baseline) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "best %s: %s of %s, in trial %d"
            .formatted(problem.objective(), best.value(), count, best.number()));
    lines.addAll(details(best));
    baseline.ifPresent(today -> lines.add(comparison(today, best)));
    return lines;
  }

  /**
   * The best trials that keep all limits, the best first.
   *
   * @param command the command that uses the settings of a trial, if the study tunes one
   */
  public static List<String> top(
      Problem problem, List<Trial> trials, int most, Function<Trial, Optional<String>> command) {
    Comparator<Trial> lowest = Comparator.comparingDouble(Trial::value);
    List<String> lines = new ArrayList<>();
    trials.stream()
        .filter(trial -> trial.state() == TrialState.COMPLETED)
        .filter(trial -> problem.isKeptBy(trial.measurements()))
        .sorted(problem.direction() == Direction.MINIMISE ? lowest : lowest.reversed())
        .limit(most)
        .forEach(
            trial -> {
              lines.add(
                  "%s %s in trial %d"
                      .formatted(problem.objective(), trial.value(), trial.number()));
              lines.addAll(details(trial));
              command.apply(trial).ifPresent(words -> lines.add("  command: " + words));
            });
    return lines;
  }

  private static String comparison(Baseline baseline, Trial best) {
    return baseline.has(best.number())
        ? "no trial is better than your settings (trial %d)".formatted(baseline.trial())
        : baseline.words(best.value());
  }

  /** What else was measured in a trial, and its settings. */
  static List<String> details(Trial trial) {
    List<String> lines = new ArrayList<>();
    trial
        .measurements()
        .values()
        .forEach((name, value) -> lines.add("  %s: %s".formatted(name, value)));
    lines.addAll(settings(trial));
    return lines;
  }

  static List<String> settings(Trial trial) {
    List<String> lines = new ArrayList<>();
    trial
        .configuration()
        .values()
        .forEach(
            (name, value) ->
                lines.add("  %s = %s".formatted(name, Screen.plain(value.toString()))));
    return lines;
  }

  /** How alike earlier studies turned out to be, if there are any. */
  public static Optional<String> line(List<Relative> relatives) {
    return relatives.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "earlier studies: "
                + relatives.stream().map(Relative::words).collect(Collectors.joining("; ")));
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
