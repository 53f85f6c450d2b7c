package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import dev.leadline.app.metrics.CurveSource;
import dev.leadline.app.metrics.Outcome;
import dev.leadline.app.report.OutputDirectory;
import dev.leadline.app.report.ProgressPrinter;
import dev.leadline.space.NoTrialLeftException;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.SharedStudy;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

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

  /** Ctrl-C reaches the trials before it reaches us; a failure counts after this time. */
  private static final Duration DOUBT = Duration.ofMillis(150);

  /** How often to look whether others have left something to do. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private static final Duration BETWEEN_NEWS = Duration.ofSeconds(2);

  private final SharedStudy study;
  private final TuningPlan plan;
  private final Evaluations evaluations;
  private final IntConsumer restart;
  private final ProgressPrinter printer;
  private final StopSignal signal;
  private final OutputDirectory output;
  private final Set<Integer> lost = ConcurrentHashMap.newKeySet(); // trials that others have now
  private final Outbox outbox;
  private final Repeats repeats;
  private final Optional<DriftWatch> drift;
  private final RunProgress progress;
  private Optional<Ending> ending = Optional.empty();
  private long askAgainNanos = System.nanoTime();
  private long lookedNanos = askAgainNanos;
  private boolean isPatient;
  private boolean isFound; // the place of a value was said

  private Tuner(
      SharedStudy study,
      TuningPlan plan,
      OutputDirectory output,
      ProgressPrinter printer,
      StopSignal signal,
      Evaluations evaluations,
      IntConsumer restart,
      Optional<DriftWatch> drift) {
    this.signal = signal;
    this.restart = restart;
    this.study = study;
    this.plan = plan;
    this.output = output;
    this.evaluations = evaluations;
    this.printer = printer;
    this.progress = new RunProgress(study, plan, output);
    this.outbox = new Outbox(study, this::recorded);
    this.repeats = new Repeats(plan.repeat());
    this.drift = drift;
    study.onLost(this::endLost);
  }

  /**
   * A tuner that runs commands as processes of this machine.
   *
   * @param output where the trials' own output goes
   * @param signal ends the run soon
   * @param drift has the settings of today measured again, if it is wanted
   */
  public static Tuner here(
      SharedStudy study,
      TuningPlan plan,
      OutputDirectory output,
      ProgressPrinter printer,
      StopSignal signal,
      Optional<DriftWatch> drift) {
    Evaluator evaluator = new Evaluator(plan, output, study.token());
    TrialWatch watch = new TrialWatch(evaluator, plan.timeout());
    return new Tuner(
        study,
        plan,
        output,
        printer,
        signal,
        new LocalEvaluations(evaluator, watch, study.token(), signal, plan.reports()),
        trial -> {}, // what is lost here is lost with this process
        drift);
  }

  /** A tuner that runs commands on a cluster; see {@link #here}. */
  public static Tuner on(
      CommandCluster cluster,
      StoredStudy study,
      TuningPlan plan,
      OutputDirectory output,
      ProgressPrinter printer,
      StopSignal signal) {
    Evaluator evaluator = new Evaluator(plan, output, study.token());
    return new Tuner(
        study,
        plan,
        output,
        printer,
        signal,
        new ClusterEvaluations(evaluator, plan, cluster),
        study::restart,
        Optional.empty());
  }

  /**
   * Runs until there is nothing left to do or a stop is requested; running trials are then killed
   * and can be resumed. After a request to drain they end first.
   *
   * @throws UserError if the trials so far show that the command cannot be tuned as it is
   */
  public Ending run() {
    try (evaluations) {
      while (!signal.isStopped()) {
        if (signal.isDraining() && ending.isEmpty()) {
          ending = Optional.of(Ending.stopped());
        }
        while (isTimeToAsk() && startNext()) {}
        if (ending.isPresent() && evaluations.running() == 0 && outbox.isEmpty()) {
          return ending.get();
        }
        signal.awaitBell(TICK);
        harvest();
        outbox.send();
        look();
        printer.waiting(progress());
      }
      return Ending.stopped();
    }
  }

  private boolean isTimeToAsk() {
    return ending.isEmpty()
        && evaluations.running() < plan.parallel()
        && !signal.isStopped()
        && !signal.isDraining()
        && outbox.isReachable()
        && System.nanoTime() - askAgainNanos >= 0;
  }

  /** Starts one trial, or finds out why there is none to start now. */
  private boolean startNext() {
    if (progress.isTimeUp()) {
      ending = Optional.of(Ending.time());
      return false;
    }
    askAgainNanos = System.nanoTime() + BETWEEN_LOOKS.toNanos();
    Optional<Trial> again = drift.flatMap(DriftWatch::due);
    try {
      if (again.isPresent()) {
        start(again.get(), evaluations.newAttempt(again.get().number()));
      } else {
        launch(study.ask());
      }
      askAgainNanos = System.nanoTime();
      return true;
    } catch (NoTrialLeftException e) {
      String why = String.valueOf(e.getMessage());
      switch (e.reason()) {
        case SPACE -> noneLeft(Ending.space(why));
        case BUDGET -> noneLeft(Ending.trials());
        case ENOUGH -> noneLeft(Ending.enough(why));
        case PAUSED -> {} // it may go on
        case ENDED -> ending = Optional.of(Ending.ended());
      }
    } catch (StorageException e) {
      outbox.noteAway(e);
    }
    return false;
  }

  /** It is over when nobody works on anything: who dies leaves a trial to somebody else. */
  private void noneLeft(Ending why) {
    long open = progress.open();
    if (open == 0) {
      ending = Optional.of(why);
    } else if (evaluations.running() == 0 && !isPatient) {
      isPatient = true;
      printer.waitingForOthers(open);
    }
  }

  /** Learns now and then what others did, for the eyes of who looks on. */
  private void look() {
    if (outbox.isReachable() && System.nanoTime() - lookedNanos > BETWEEN_NEWS.toNanos()) {
      lookedNanos = System.nanoTime();
      try {
        study.learn();
      } catch (StorageException e) {
        outbox.noteAway(e);
      }
    }
  }

  /** Ends trials at once, before others begin them: there is no time to ask them kindly. */
  private void endLost(Set<Integer> trials) {
    lost.addAll(trials);
    evaluations.endAtOnce(trials);
    signal.ring();
  }

  private void launch(Trial trial) {
    outbox.noteReached();
    lost.remove(trial.number());
    repeats.begin(trial);
    progress.begun(trial);
    Path directory = evaluations.newAttempt(trial.number());
    try {
      study.output(trial.number(), output.relative(directory));
    } catch (StorageException e) {
      outbox.noteAway(e); // the trial can do without it
    }
    start(trial, directory);
  }

  private void start(Trial trial, Path directory) {
    try {
      evaluations.start(trial, directory);
    } catch (IOException e) {
      take(trial.number(), Outcome.failed(String.valueOf(e.getMessage())));
    }
  }

  /** Takes what came of one run of a command: the trial may have to be measured again. */
  private void take(int trial, Outcome outcome) {
    if (drift.isPresent() && drift.get().takes(trial, outcome)) {
      return;
    }
    Optional<Outcome> whole = repeats.take(trial, outcome);
    if (whole.isPresent()) {
      outbox.add(trial, whole.get());
    } else {
      start(repeats.trial(trial), evaluations.newAttempt(trial));
    }
  }

  /** Passes on what trials report, and ends those that will not become good. */
  private void listen() {
    Set<Integer> stopped = new HashSet<>();
    for (CurveSource.Point report : evaluations.reports()) {
      try {
        if (!stopped.contains(report.trial())
            && !study.report(report.trial(), report.step(), report.value())) {
          stopped.add(report.trial());
          evaluations.stop(report.trial());
        }
      } catch (RefusedException e) {
        // It has its result from somebody else, or no longer belongs to this process.
      } catch (StorageException e) {
        outbox.noteAway(e); // the trial can do without it
      }
    }
  }

  /** Records what is over: values at once, failures unless a stop turns out to be their reason. */
  private void harvest() {
    List<Evaluations.Ended> failed = new ArrayList<>();
    List<Evaluations.Ended> over = evaluations.ended();
    listen(); // what those printed last
    for (Evaluations.Ended ended : over) {
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

  private void record(Evaluations.Ended ended) {
    evaluations.forget(ended.trial());
    askAgainNanos = System.nanoTime();
    if (lost.remove(ended.trial())) {
      return;
    }
    noteLostMachines(ended);
    if (ended.outcome().kind() == Outcome.Kind.STOPPED) {
      recorded(ended.trial(), ended.outcome());
    } else {
      take(ended.trial(), ended.outcome());
    }
  }

  private void noteLostMachines(Evaluations.Ended ended) {
    try {
      for (int attempt = 1; attempt < ended.attempts(); attempt++) {
        restart.accept(ended.trial());
      }
    } catch (RefusedException e) {
      // It has its result from somebody else.
    } catch (StorageException e) {
      outbox.noteAway(e); // the trial can do without it
    }
  }

  private void recorded(int number, Outcome outcome) {
    progress.evaluated(outcome);
    printer.finished(study.trial(number).orElseThrow(), progress());
    if (!isFound && !outcome.line().isEmpty()) {
      isFound = true;
      printer.found(outcome.value(), outcome.line());
    }
    progress.doubt().ifPresent(printer::hint);
    progress.refuseHopeless(number, outcome);
  }

  private ProgressPrinter.Progress progress() {
    return progress.now(evaluations.running());
  }
}
