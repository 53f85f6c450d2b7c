package dev.leadline.app.execute;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.metrics.Outcome;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.app.report.ProgressPrinter;
import dev.leadline.storage.Budget;
import dev.leadline.storage.SharedStudy;
import dev.leadline.storage.StoredState;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** How far a run is, and whether it learns anything. For use by one thread. */
final class RunProgress {

  private static final int HOPELESS = 10;
  private static final int MUTE = 3;
  private static final int ALIKE = 5;

  private final SharedStudy study;
  private final TuningPlan plan;
  private final OutputDirectory output;
  private final long startNanos = System.nanoTime();
  private OptionalDouble expectedImprovement = OptionalDouble.empty();
  private Optional<Recommendation> recommended = Optional.empty();
  private int evaluated;
  private int mute;
  private boolean isDoubted;

  RunProgress(SharedStudy study, TuningPlan plan, OutputDirectory output) {
    this.study = study;
    this.plan = plan;
    this.output = output;
  }

  void begun(Trial trial) {
    if (trial.expectedImprovement().isPresent()) {
      expectedImprovement = trial.expectedImprovement();
    }
  }

  void evaluated(Outcome outcome) {
    evaluated++;
    recommended = study.recommendation();
    mute += outcome.isMute() ? 1 : 0;
  }

  /**
   * Ends a run that learns nothing, before it has spent the whole budget on that.
   *
   * @param number of the trial that was evaluated last
   * @throws UserError if the trials so far show that the command cannot be tuned as it is
   */
  void refuseHopeless(int number, Outcome outcome) {
    boolean isUnmeasured = outcome.kind() == Outcome.Kind.UNMEASURED;
    if (hasValue() || (!isUnmeasured && mute < MUTE && evaluated < HOPELESS)) {
      return;
    }
    if (isUnmeasured) {
      throw new UserError(
          ExitCode.FAILED,
          "%s; see %s and print it, or say where it stands by --metric NAME=regex:PATTERN or NAME=json:KEY, then run it again (after leadline retry %s this trial is tried again, too)"
              .formatted(outcome.reason(), output.latest(number), study.name()));
    }
    throw new UserError(
        ExitCode.FAILED,
        outcome.isMute()
            ? "the metric did not appear in the first %d trials: %s; see %s and choose --regex, --json or the last number printed"
                .formatted(evaluated, outcome.reason(), output.latest(number))
            : "the first %d trials all failed, the last one because: %s; see %s, repair the command and run it again (after leadline retry %s the failed trials are tried again, too)"
                .formatted(evaluated, outcome.reason(), output.latest(number), study.name()));
  }

  /** A question where the settings seem to make no difference: said once. */
  Optional<String> doubt() {
    List<Trial> valued =
        study.trials().stream().filter(trial -> trial.state() == TrialState.COMPLETED).toList();
    boolean isAlike =
        valued.size() >= ALIKE
            && valued.stream().map(Trial::value).distinct().count() == 1
            && valued.stream().map(Trial::measurements).distinct().count() == 1;
    if (isDoubted || !isAlike) {
      return Optional.empty();
    }
    isDoubted = true;
    Trial last = valued.get(valued.size() - 1);
    return Optional.of(
        "hint: the first %d values are all %s: do your settings reach the program? What ran last stands in %s"
            .formatted(
                valued.size(),
                last.value(),
                output.latest(last.number()).resolve(TrialProcess.COMMAND)));
  }

  private boolean hasValue() {
    return study.trials().stream().anyMatch(trial -> trial.state() == TrialState.COMPLETED);
  }

  /** How many trials have no result yet, those of others included. */
  long open() {
    return study.trials().stream().filter(RunProgress::isOpen).count();
  }

  boolean isTimeUp() {
    return plan.time().isPresent() && elapsed().compareTo(plan.time().get()) >= 0;
  }

  /**
   * Where the run stands.
   *
   * @param running how many trials are being evaluated by it
   */
  ProgressPrinter.Progress now(int running) {
    int finished = (int) study.trials().stream().filter(this::isCounted).count();
    return new ProgressPrinter.Progress(
        finished,
        running,
        plan.budget().stream().mapToInt(Budget::trials).findFirst(),
        study.leader(),
        recommended,
        study.baseline(),
        expectedImprovement,
        left(finished));
  }

  private Optional<Duration> left(int finished) {
    Optional<Duration> byTime = plan.time().map(time -> time.minus(elapsed()));
    if (evaluated == 0 || plan.budget().isEmpty()) {
      return byTime;
    }
    Duration each = elapsed().dividedBy(evaluated);
    Duration byTrials = each.multipliedBy(Math.max(0, plan.budget().get().trials() - finished));
    return Optional.of(byTime.filter(time -> time.compareTo(byTrials) < 0).orElse(byTrials));
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  /** Whether it is over, and one of those that the budget allows. */
  private boolean isCounted(Trial trial) {
    boolean isFailed = trial.state() == TrialState.FAILED;
    return !isOpen(trial)
        && !(isFailed && plan.budget().filter(b -> !b.counts(StoredState.FAILED)).isPresent());
  }

  private static boolean isOpen(Trial trial) {
    return trial.state() == TrialState.RUNNING;
  }
}
