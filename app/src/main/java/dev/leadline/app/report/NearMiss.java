package dev.leadline.app.report;

import dev.leadline.space.SignificantDigits;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Limit;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The trial that comes nearest to keeping all limits, where none keeps them. Immutable and
 * thread-safe.
 *
 * @param broken the limits that it does not keep
 */
public record NearMiss(Trial trial, List<Limit> broken) {

  /** The one of least excess, relative to the bounds; empty if no trial has a value. */
  public static Optional<NearMiss> of(Problem problem, List<Trial> trials) {
    return trials.stream()
        .filter(trial -> trial.state() == TrialState.COMPLETED)
        .min(Comparator.comparingDouble(trial -> excess(problem, trial)))
        .map(
            trial ->
                new NearMiss(
                    trial,
                    problem.limits().stream()
                        .filter(limit -> !limit.isKeptBy(trial.measurements()))
                        .toList()));
  }

  /**
   * For example {@code no trial keeps all limits; trial 3 is nearest: p99_ms 61 (p99_ms <= 50.0)}.
   */
  public String words() {
    return "no trial keeps all limits; trial %d is nearest: %s"
        .formatted(
            trial.number(),
            broken.stream()
                .map(limit -> "%s (%s)".formatted(measured(limit), limit.description()))
                .collect(Collectors.joining(", ")));
  }

  private String measured(Limit limit) {
    return trial.measurements().get(limit.metric()).isEmpty()
        ? limit.metric() + " was not measured"
        : limit.metric() + " " + beyond(limit);
  }

  /** In as many digits as tell it from the bound. */
  private String beyond(Limit limit) {
    double measured = trial.measurements().get(limit.metric()).getAsDouble();
    return SignificantDigits.text(measured, Math.abs(measured - limit.bound()));
  }

  private static double excess(Problem problem, Trial trial) {
    double sum = 0;
    for (Limit limit : problem.limits()) {
      double excess = limit.excess(trial.measurements());
      sum +=
          Double.isNaN(excess)
              ? Double.MAX_VALUE
              : Math.max(0, excess) / Math.max(Math.abs(limit.bound()), Double.MIN_NORMAL);
    }
    return sum;
  }
}
