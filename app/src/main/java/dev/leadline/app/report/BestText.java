package dev.leadline.app.report;

import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The best trials of a study in words. */
public final class BestText {

  private BestText() {}

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

  private static List<String> settings(Trial trial) {
    List<String> lines = new ArrayList<>();
    trial
        .configuration()
        .values()
        .forEach(
            (name, value) ->
                lines.add("  %s = %s".formatted(name, Screen.plain(value.toString()))));
    return lines;
  }
}
