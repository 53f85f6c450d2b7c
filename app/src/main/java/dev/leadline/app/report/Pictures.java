package dev.leadline.app.report;

import dev.leadline.chart.ConvergencePlot;
import dev.leadline.chart.CurvePlot;
import dev.leadline.chart.FrontPlot;
import dev.leadline.storage.problem.Baseline;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        .orElseGet(() -> convergence(problem, trials).svg());
  }

  /** How the values went; what is beyond a limit has none, as what failed. */
  static ConvergencePlot convergence(Problem problem, List<Trial> trials) {
    return ConvergencePlot.of(
        problem.objective(),
        problem.direction(),
        trials,
        trial -> problem.isKeptBy(trial.measurements()),
        Baseline.of(problem, trials).map(Baseline::value).orElse(OptionalDouble.empty()));
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
