package dev.leadline.app.report;

import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The pictures of a study that lie beside it: how its values went, and what else there is to see.
 * Immutable and thread-safe.
 *
 * @param best the best trial that keeps all limits, if there is one
 */
public record Pictures(Problem problem, List<Trial> trials, Optional<Trial> best) {

  public Pictures {
    trials = List.copyOf(trials);
  }

  /**
   * Writes those that the study has, and says where; what cannot be written is no reason to end.
   */
  public void write(OutputDirectory output, PrintWriter out) {
    write(out, "plot", output.plot(), progress());
    if (!problem.limits().isEmpty()) {
      write(out, "limits", output.limits(), new LimitsPlot(problem, trials, best).svg());
    }
    if (trials.stream().anyMatch(trial -> !trial.curve().isEmpty())) {
      write(out, "curves", output.curves(), new CurvePlot(problem.objective(), trials, best).svg());
    }
  }

  private String progress() {
    return problem
        .front(trials)
        .map(front -> FrontPlot.of(front, trials).svg())
        .orElseGet(
            () ->
                new ConvergencePlot(
                        problem.objective(),
                        problem.direction(),
                        values(problem, trials),
                        beyond(),
                        baseline())
                    .svg());
  }

  private OptionalDouble baseline() {
    return Baseline.of(problem, trials).map(Baseline::value).orElse(OptionalDouble.empty());
  }

  /** The values of the trials beyond a limit, by their place among those that are over. */
  private Map<Integer, Double> beyond() {
    List<Trial> over = over(trials);
    Map<Integer, Double> beyond = new HashMap<>();
    for (int i = 0; i < over.size(); i++) {
      if (over.get(i).state() == TrialState.COMPLETED && !isKept(problem, over.get(i))) {
        beyond.put(i, over.get(i).value());
      }
    }
    return beyond;
  }

  /** The values of the trials that are over; what is beyond a limit has none, as what failed. */
  public static List<OptionalDouble> values(Problem problem, List<Trial> trials) {
    return over(trials).stream()
        .map(
            trial ->
                isKept(problem, trial) ? OptionalDouble.of(trial.value()) : OptionalDouble.empty())
        .toList();
  }

  private static List<Trial> over(List<Trial> trials) {
    return trials.stream()
        .filter(t -> t.state() != TrialState.RUNNING && t.state() != TrialState.STOPPED)
        .toList();
  }

  private static boolean isKept(Problem problem, Trial trial) {
    return trial.state() == TrialState.COMPLETED && problem.isKeptBy(trial.measurements());
  }

  private static void write(PrintWriter out, String what, Path file, String svg) {
    try {
      Files.writeString(file, svg);
      out.println("%s: %s".formatted(what, file));
    } catch (IOException e) {
      out.println("%s: could not be written to %s".formatted(what, file));
    }
  }
}
