package dev.leadline.app.run;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.process.ProcessTree;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.storage.BudgetSpentException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialRecord;
import dev.leadline.study.TrialState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;

/**
 * The loop that asks a study for trials, runs their commands and tells the results.
 *
 * <p>{@link #run} is called once, on one thread; a stop may be requested from any thread.
 */
public final class Tuner {

  /*
   * One thread does everything but the evaluations themselves, which are processes. The study keeps
   * each step before it answers: a trial is recorded before its process starts and its result before
   * the next ask.
   */

  private static final Duration TICK = Duration.ofMillis(100);

  /** Ctrl-C reaches the trials before it reaches us; a failure is believed after this time. */
  private static final Duration DOUBT = Duration.ofMillis(150);

  private static final int HOPELESS = 10;
  private static final int MUTE = 3;

  private final StoredStudy study;
  private final TuningPlan plan;
  private final Evaluator evaluator;
  private final TuningListener listener;
  private final StopSignal signal;
  private final OutputDirectory output;
  private final TrialWatch watch;
  private final List<TrialProcess> running = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private OptionalDouble expectedImprovement = OptionalDouble.empty();
  private int evaluated;
  private int mute;

  /**
   * @param output where the trials' own output goes
   * @param signal ends the run soon
   */
  public Tuner(
      StoredStudy study,
      TuningPlan plan,
      OutputDirectory output,
      TuningListener listener,
      StopSignal signal) {
    this.signal = signal;
    this.study = study;
    this.plan = plan;
    this.output = output;
    this.evaluator = new Evaluator(plan, output, study.store().token());
    this.watch = new TrialWatch(evaluator, plan.timeout());
    this.listener = listener;
  }

  /**
   * Runs until there is nothing left to do or a stop is requested; running trials are then killed
   * and can be resumed.
   *
   * @throws UserError if the trials so far show that the command cannot be tuned as it is
   */
  public Ending run() {
    evaluator.endEarlierAttempts(
        study.trials().stream().filter(Tuner::isOpen).map(TrialRecord::number).toList());
    try {
      Optional<Ending> ending = Optional.empty();
      while (!signal.isStopped()) {
        while (ending.isEmpty() && running.size() < plan.parallel() && !signal.isStopped()) {
          ending = startNext();
        }
        if (running.isEmpty() && ending.isPresent()) {
          return ending.get();
        }
        signal.awaitBell(TICK);
        harvest();
        listener.waiting(progress());
      }
      return Ending.stopped();
    } finally {
      ProcessTree.endAll(running.stream().map(TrialProcess::tree).toList());
    }
  }

  /** Starts one trial, or says why none is left to start. */
  private Optional<Ending> startNext() {
    if (plan.time().isPresent() && elapsed().compareTo(plan.time().get()) >= 0) {
      return Optional.of(Ending.time());
    }
    try {
      Trial trial = study.ask();
      if (trial.expectedImprovement().isPresent()) {
        expectedImprovement = trial.expectedImprovement();
      }
      launch(trial);
      return Optional.empty();
    } catch (BudgetSpentException e) {
      return Optional.of(Ending.trials());
    } catch (SpaceExhaustedException e) {
      return Optional.of(Ending.space(String.valueOf(e.getMessage())));
    }
  }

  private void launch(Trial trial) {
    Path directory = evaluator.newAttempt(trial.number());
    study.output(trial.number(), output.relative(directory));
    try {
      TrialProcess process = evaluator.start(trial, directory);
      running.add(process);
      CompletableFuture<Void> unused = process.process().onExit().thenRun(signal::ring);
    } catch (IOException e) {
      Outcome outcome = Outcome.failed(String.valueOf(e.getMessage()));
      record(trial.number(), outcome);
    }
  }

  /** Records what is over: values at once, failures unless a stop turns out to be their reason. */
  private void harvest() {
    List<EndedProcess> failed = new ArrayList<>();
    for (EndedProcess ended : watch.ended(running)) {
      if (ended.outcome().isFailure()) {
        failed.add(ended);
      } else {
        record(ended);
      }
    }
    if (!failed.isEmpty() && !signal.awaitStop(DOUBT)) {
      failed.forEach(this::record);
    }
  }

  private void record(EndedProcess ended) {
    running.remove(ended.process());
    record(ended.process().trial(), ended.outcome());
  }

  private void record(int number, Outcome outcome) {
    if (outcome.isFailure()) {
      study.fail(number, outcome.reason());
    } else {
      study.tell(number, outcome.value());
    }
    evaluated++;
    mute += outcome.isMute() ? 1 : 0;
    listener.finished(study.trial(number).orElseThrow(), progress());
    refuseHopeless(number, outcome);
  }

  /** Ends a run that learns nothing, before it has spent the whole budget on that. */
  private void refuseHopeless(int number, Outcome outcome) {
    if (study.best().isPresent() || (mute < MUTE && evaluated < HOPELESS)) {
      return;
    }
    throw new UserError(
        ExitCode.FAILED,
        outcome.isMute()
            ? "the metric did not appear in the first %d trials: %s; see %s and choose --regex, --json or the last number printed"
                .formatted(evaluated, outcome.reason(), output.latest(number))
            : "the first %d trials all failed, the last one because: %s; see %s, repair the command and run it again (after leadline retry %s the failed trials are tried again, too)"
                .formatted(
                    evaluated, outcome.reason(), output.latest(number), study.store().name()));
  }

  private TuningProgress progress() {
    int finished = (int) study.trials().stream().filter(trial -> !isOpen(trial)).count();
    return new TuningProgress(
        finished, running.size(), plan.trials(), study.best(), expectedImprovement, left(finished));
  }

  private Optional<Duration> left(int finished) {
    Optional<Duration> byTime = plan.time().map(time -> time.minus(elapsed()));
    if (evaluated == 0) {
      return byTime;
    }
    Duration each = elapsed().dividedBy(evaluated);
    Duration byTrials = each.multipliedBy(Math.max(0, plan.trials() - finished));
    return Optional.of(byTime.filter(time -> time.compareTo(byTrials) < 0).orElse(byTrials));
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private static boolean isOpen(TrialRecord trial) {
    return trial.state() == TrialState.RUNNING;
  }
}
