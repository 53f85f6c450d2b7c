package dev.leadline.study;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far a study is, in the quantities that decide whether it goes on. Immutable and thread-safe.
 *
 * @param trials how many have a result
 * @param failed how many of these have no value
 * @param best the best value; none where there are several goals
 * @param stalled how many trials with a result came after the best one, or the last of the front
 * @param time how long it took so far
 * @param cost what it cost so far, in whatever unit the user counts
 * @param forecast what the model says of the next trials, if it was asked and there is anything to
 *     say
 */
public record StudyProgress(
    int trials,
    int failed,
    OptionalDouble best,
    int stalled,
    Duration time,
    double cost,
    Optional<ImprovementForecast> forecast) {

  /** Where a study stands, without asking its model. */
  public static StudyProgress of(Study study, Duration time, double cost) {
    List<Trial> finished =
        study.trials().stream().filter(trial -> trial.state() != TrialState.RUNNING).toList();
    boolean one = study.goals().isEmpty();
    Optional<Trial> best = one ? study.best() : Optional.empty();
    int last = one ? best.map(Trial::number).orElse(-1) : newest(Front.of(study));
    return new StudyProgress(
        finished.size(),
        (int) finished.stream().filter(trial -> trial.state() == TrialState.FAILED).count(),
        best.map(trial -> OptionalDouble.of(trial.value())).orElse(OptionalDouble.empty()),
        (int) finished.stream().filter(trial -> trial.number() > last).count(),
        time,
        cost,
        Optional.empty());
  }

  private static int newest(Front front) {
    return front.trials().stream().mapToInt(Trial::number).max().orElse(-1);
  }

  /** The same with what the model says. */
  public StudyProgress with(Optional<ImprovementForecast> found) {
    return new StudyProgress(trials, failed, best, stalled, time, cost, found);
  }
}
