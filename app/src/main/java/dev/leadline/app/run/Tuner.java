package dev.leadline.app.run;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.process.ProcessTree;
import dev.leadline.space.SpaceExhaustedException;
import dev.leadline.storage.StudyFile;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialRecord;
import dev.leadline.study.TrialState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
   * One thread does everything but the evaluations themselves, which are processes. Each step is in
   * the file before it is in the study, so a kill at any moment leaves a file from which the study
   * continues: a trial is recorded before its process starts and its result before the next ask.
   */

  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration RENEWAL = Duration.ofSeconds(20);

  /** Ctrl-C reaches the trials before it reaches us; a failure is believed after this time. */
  private static final Duration DOUBT = Duration.ofMillis(150);

  private static final int HOPELESS = 10;
  private static final int MUTE = 3;

  private final Study study;
  private final StudyFile file;
  private final Plan plan;
  private final Evaluator evaluator;
  private final TuningListener listener;
  private final StopSignal signal;
  private final OutputDirectory output;
  private final TrialWatch watch;
  private final List<TrialProcess> running = new ArrayList<>();
  private final Deque<TrialRecord> queued = new ArrayDeque<>();
  private final long startNanos = System.nanoTime();
  private OptionalDouble expectedImprovement = OptionalDouble.empty();
  private int evaluated;
  private int mute;
  private long renewedNanos = startNanos;

  /**
   * @param file held, with the same trials as the study
   * @param token marks what this run starts; no other run has it
   * @param signal ends the run soon
   */
  public Tuner(
      Study study,
      StudyFile file,
      Plan plan,
      String token,
      TuningListener listener,
      StopSignal signal) {
    this.signal = signal;
    this.study = study;
    this.file = file;
    this.plan = plan;
    this.output = OutputDirectory.of(file.path());
    this.evaluator = new Evaluator(plan, output, token);
    this.watch = new TrialWatch(evaluator, plan.timeout());
    this.listener = listener;
    study.trials().stream().filter(Tuner::isOpen).forEach(queued::add);
  }

  /**
   * Runs until there is nothing left to do or a stop is requested; running trials are then killed
   * and can be resumed.
   *
   * @throws UserError if the trials so far show that the command cannot be tuned as it is
   */
  public Ending run() {
    evaluator.endEarlierAttempts(queued.stream().map(TrialRecord::number).toList());
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
        renewHold();
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
    TrialRecord again = queued.poll();
    if (again != null) {
      file.restart(again.number());
      launch(new Trial(again.number(), again.configuration(), OptionalDouble.empty()));
      return Optional.empty();
    }
    if (study.trials().size() >= plan.trials()) {
      return Optional.of(Ending.trials());
    }
    try {
      Trial trial = study.ask();
      expectedImprovement = trial.expectedImprovement();
      file.start(trial.number(), TrialValues.texts(trial.configuration()));
      launch(trial);
      return Optional.empty();
    } catch (SpaceExhaustedException e) {
      return Optional.of(Ending.space(String.valueOf(e.getMessage())));
    }
  }

  private void launch(Trial trial) {
    Path directory = evaluator.newAttempt(trial.number());
    file.output(trial.number(), output.relative(directory));
    try {
      TrialProcess process = evaluator.start(trial, directory);
      running.add(process);
      CompletableFuture<Void> unused = process.process().onExit().thenRun(signal::ring);
    } catch (IOException e) {
      Outcome outcome = Outcome.failed(String.valueOf(e.getMessage()));
      record(trial.number(), outcome);
    }
  }

  private void harvest() {
    for (EndedProcess ended : watch.ended(running)) {
      Outcome outcome = ended.outcome();
      if (outcome.isFailure() && signal.awaitStop(DOUBT)) {
        return;
      }
      running.remove(ended.process());
      record(ended.process().trial(), outcome);
    }
  }

  private void record(int number, Outcome outcome) {
    if (outcome.isFailure()) {
      file.fail(number, outcome.reason());
      study.fail(number, outcome.reason());
    } else {
      file.finish(number, outcome.value());
      study.tell(number, outcome.value());
    }
    evaluated++;
    mute += outcome.isMute() ? 1 : 0;
    listener.finished(study.trials().get(number), progress());
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
            : "the first %d trials all failed, the last one because: %s; see %s, repair the command and run it again"
                .formatted(evaluated, outcome.reason(), output.latest(number)));
  }

  private void renewHold() {
    if (System.nanoTime() - renewedNanos > RENEWAL.toNanos()) {
      file.renewHold();
      renewedNanos = System.nanoTime();
    }
  }

  private Progress progress() {
    int finished = (int) study.trials().stream().filter(trial -> !isOpen(trial)).count();
    return new Progress(
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
