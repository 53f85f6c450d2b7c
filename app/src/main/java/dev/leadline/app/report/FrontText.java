package dev.leadline.app.report;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.study.Direction;
import dev.leadline.study.Front;
import dev.leadline.study.Goal;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The front of a study in words: its trials with their goals and settings. */
public final class FrontText {

  private FrontText() {}

  /**
   * The lines.
   *
   * @param count how many trials there are, in words
   * @param baseline what the front is compared with
   * @param command the command that uses the settings of a trial, if the study tunes one
   */
  public static List<String> lines(
      Front front,
      String count,
      Optional<Baseline> baseline,
      Function<Trial, Optional<String>> command) {
    List<String> lines = new ArrayList<>();
    if (front.trials().isEmpty()) {
      return List.of("no trial is a solution yet: no front of " + front.goals().words());
    }
    lines.add(
        "front of %s: %d of %s".formatted(front.goals().words(), front.trials().size(), count));
    for (Trial trial : front.trials()) {
      lines.add("  " + solution(front, trial));
      command.apply(trial).ifPresent(words -> lines.add("    command: " + words));
    }
    lines.add(
        "reference (%s): %s; volume beyond it: %s"
            .formatted(
                front.goals().reference().isEmpty() ? "inferred" : "given",
                named(front, front.reference()),
                SignificantDigits.text(front.volume())));
    baseline.ifPresent(today -> lines.add(line(front, today.trials().get(0))));
    return lines;
  }

  private static String line(Front front, Trial today) {
    String yours = "your settings (trial %d)".formatted(today.number());
    if (today.state() != TrialState.COMPLETED) {
      return "%s have no values: %s".formatted(yours, today.reason());
    }
    long better = front.trials().stream().filter(trial -> isBetter(front, trial, today)).count();
    return "%s: %s; %d of the front %s better in everything"
        .formatted(yours, named(front, front.values(today)), better, better == 1 ? "is" : "are");
  }

  private static boolean isBetter(Front front, Trial one, Trial other) {
    List<Goal> goals = front.goals().all();
    return IntStream.range(0, goals.size())
        .allMatch(
            k -> {
              double ahead = front.values(other).get(k) - front.values(one).get(k);
              return (goals.get(k).direction() == Direction.MINIMISE ? ahead : -ahead) > 0;
            });
  }

  private static String solution(Front front, Trial trial) {
    return "trial %d: %s  %s"
        .formatted(
            trial.number(),
            named(front, front.values(trial)),
            trial.configuration().values().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" ")));
  }

  private static String named(Front front, List<Double> values) {
    List<Goal> goals = front.goals().all();
    return IntStream.range(0, goals.size())
        .mapToObj(
            k ->
                goals.get(k).metric()
                    + " "
                    + SignificantDigits.text(values.get(k), range(front, k)))
        .collect(Collectors.joining(", "));
  }

  /** How far apart the trials of the front are in one goal. */
  private static double range(Front front, int goal) {
    DoubleSummaryStatistics all =
        front.trials().stream()
            .mapToDouble(trial -> front.values(trial).get(goal))
            .summaryStatistics();
    return all.getMax() - all.getMin();
  }
}
