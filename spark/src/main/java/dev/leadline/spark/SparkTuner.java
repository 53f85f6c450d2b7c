package dev.leadline.spark;

import dev.leadline.space.NoTrialLeftException;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialState;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.api.java.JavaSparkContext;

/** The loop that asks a study for trials and lets a cluster evaluate them. */
public final class SparkTuner {

  /*
   * One thread asks and tells; executors evaluate. As soon as a trial ends the next suggestion is
   * made, with all that are pending. The study keeps each step before the next is taken, so a driver
   * that dies resumes with the same call. A trial whose executor is lost is begun again by Spark, up
   * to spark.task.maxFailures times; only this session may tell its result, so none is told twice.
   */

  private static final Duration TICK = Duration.ofMillis(100);

  /** How often to look whether others have left something to do. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final StoredStudy study;
  private final TrialFunction function;
  private final SparkOptions options;
  private final ClusterTasks tasks;
  private final Map<Integer, Integer> attempts = new HashMap<>();
  private final Map<Integer, Long> started = new HashMap<>();
  private final ConcurrentLinkedQueue<Integer> notOurs = new ConcurrentLinkedQueue<>();
  private long askAgainNanos = System.nanoTime();
  private Optional<String> ending = Optional.empty();

  private SparkTuner(
      StoredStudy study, TrialFunction function, SparkOptions options, ClusterTasks tasks) {
    this.study = study;
    this.function = function;
    this.options = options;
    this.tasks = tasks;
  }

  /**
   * Tunes a function until the study has what it wants.
   *
   * @param spark where trials are evaluated; it stays open
   * @param study has a budget or rules by which it stops; it stays open
   * @return why it ended
   * @throws ClusterException if the function cannot travel, or the cluster is lost; the trials that
   *     ran are tried again by the next session of the study
   * @throws InterruptedException if the thread is interrupted; the same holds
   */
  public static String tune(
      JavaSparkContext spark, StoredStudy study, TrialFunction function, SparkOptions options)
      throws InterruptedException {
    requireSerialisable(function);
    if (study.store().header().budget().isEmpty() && study.problem().stop().isEmpty()) {
      throw new IllegalArgumentException(
          "expected a study with a budget or a rule by which it stops but it has neither");
    }
    String name = options.name().orElseGet(study.store()::name);
    try (ClusterTasks tasks = new ClusterTasks(spark, name)) {
      SparkTuner tuner = new SparkTuner(study, function, options, tasks);
      study.store().onLost(tuner.notOurs::addAll);
      return tuner.run();
    }
  }

  private String run() throws InterruptedException {
    while (true) {
      while (isTimeToAsk() && submitNext()) {}
      if (ending.isPresent() && tasks.running().isEmpty()) {
        return ending.get();
      }
      Optional<TaskEvent> event = tasks.poll(TICK);
      event.ifPresent(this::take);
      giveUpWhatIsNotOurs();
      endTheLate();
    }
  }

  private boolean isTimeToAsk() {
    return ending.isEmpty()
        && tasks.running().size() < options.parallelism()
        && System.nanoTime() - askAgainNanos >= 0;
  }

  /** Hands one trial to the cluster, or finds out why there is none now. */
  private boolean submitNext() {
    askAgainNanos = System.nanoTime() + BETWEEN_LOOKS.toNanos();
    try {
      Trial trial = study.ask();
      askAgainNanos = System.nanoTime();
      attempts.put(trial.number(), 1);
      tasks.submit(
          trial.number(),
          "trial %d: %s".formatted(trial.number(), trial.configuration()),
          SettingsWork.of(function, trial.configuration()));
      options.listener().submitted(trial);
      return true;
    } catch (NoTrialLeftException e) {
      String why = String.valueOf(e.getMessage());
      switch (e.reason()) {
        case PAUSED -> {} // it may go on
        case ENDED -> ending = Optional.of(why);
        default -> noneLeft(why);
      }
    }
    return false;
  }

  /** It is over when nobody works on anything: who dies leaves a trial to somebody else. */
  private void noneLeft(String why) {
    boolean isAnyOpen =
        study.trials().stream().anyMatch(trial -> trial.state() == TrialState.RUNNING);
    if (!isAnyOpen) {
      ending = Optional.of(why);
    }
  }

  private void take(TaskEvent event) {
    int trial = event.key();
    if (event instanceof TaskEvent.Started start) {
      started.put(trial, start.nanos());
    } else if (event instanceof TaskEvent.Lost) {
      started.remove(trial);
      noteAttempts(trial, attempts.getOrDefault(trial, 1) + 1);
      options.listener().lost(trial);
    } else if (event instanceof TaskEvent.Done done) {
      noteAttempts(trial, done.attempt());
      finish(trial, () -> study.tell(trial, (Double) done.value()));
    } else if (event instanceof TaskEvent.Failed failed) {
      noteAttempts(trial, failed.attempt());
      finish(trial, () -> study.fail(trial, failed.reason()));
    } else if (event instanceof TaskEvent.Refused refused) {
      String why = LostExecutors.reasonIfLost(refused.cause()).orElseThrow(() -> lost(refused));
      finish(trial, () -> study.fail(trial, why));
    }
  }

  /** The study counts an attempt for every time that Spark began. */
  private void noteAttempts(int trial, int count) {
    try {
      for (int noted = attempts.getOrDefault(trial, 1); noted < count; noted++) {
        study.restart(trial);
        attempts.put(trial, noted + 1);
      }
    } catch (RefusedException e) {
      // Somebody else has ended the trial; its result says so as well.
    }
  }

  private void finish(int trial, Runnable tell) {
    attempts.remove(trial);
    started.remove(trial);
    askAgainNanos = System.nanoTime();
    try {
      tell.run();
    } catch (RefusedException e) {
      return; // it has a result already, or was deleted while it ran
    }
    if (options.listener() != TrialListener.NONE) { // to find a trial takes a look at all of them
      study.trial(trial).ifPresent(options.listener()::finished);
    }
  }

  private void giveUpWhatIsNotOurs() {
    for (Integer trial = notOurs.poll(); trial != null; trial = notOurs.poll()) {
      tasks.cancel(trial, "the claim of the trial ran out");
      attempts.remove(trial);
      started.remove(trial);
    }
  }

  private void endTheLate() {
    if (options.timeout().isEmpty()) {
      return;
    }
    Duration timeout = options.timeout().get();
    long latest = System.nanoTime() - timeout.toNanos();
    List<Integer> late = new ArrayList<>();
    started.forEach(
        (trial, nanos) -> {
          if (nanos - latest < 0) {
            late.add(trial);
          }
        });
    for (int trial : late) {
      String reason = "timed out after %s s".formatted(timeout.toMillis() / 1e3);
      tasks.cancel(trial, reason);
      finish(trial, () -> study.fail(trial, reason));
    }
  }

  private static ClusterException lost(TaskEvent.Refused refused) {
    return new ClusterException(
        "the cluster could not evaluate trial %d: %s; repair that and call again, the study goes on"
            .formatted(refused.key(), LostExecutors.firstLine(refused.cause())),
        refused.cause());
  }

  /**
   * Refuses a function that Java cannot serialise, before any trial is begun.
   *
   * @throws ClusterException with the class that stands in the way
   */
  private static void requireSerialisable(TrialFunction function) {
    try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
      out.writeObject(function);
    } catch (NotSerializableException e) {
      throw new ClusterException(
          "the function cannot travel to the executors because it holds a %s, which is not serialisable; make that class Serializable, or build the object inside the function"
              .formatted(e.getMessage()),
          e);
    } catch (IOException e) {
      throw new ClusterException(
          "the function cannot travel to the executors: %s".formatted(e.getMessage()), e);
    }
  }
}
