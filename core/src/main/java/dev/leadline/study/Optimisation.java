package dev.leadline.study;

import dev.leadline.space.NoTrialLeftException;
import java.util.Collections;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The evaluation of a function at what a study suggests, on some threads. Run once. */
final class Optimisation {

  /** If so many trials fail and none has a value, the function is wrong. */
  private static final int HOPELESS = 10;

  private final AskTell study;
  private final ObjectiveFunction function;
  private final StudyListener listener;
  private int left; // from here on guarded by this
  private int failures;
  private boolean hasValue;
  private OptionalInt best = OptionalInt.empty();

  Optimisation(AskTell study, ObjectiveFunction function, int trials, StudyListener listener) {
    if (trials < 1) {
      throw new IllegalArgumentException("expected 1 trial or more but got " + trials);
    }
    this.study = study;
    this.function = function;
    this.listener = listener;
    this.left = trials;
  }

  /**
   * Evaluates until the trials are spent, the study hands out no more, or this thread is
   * interrupted.
   */
  void run(int parallelism) {
    if (parallelism < 1) {
      throw new IllegalArgumentException("expected 1 thread or more but got " + parallelism);
    }
    study.best().ifPresent(trial -> best = OptionalInt.of(trial.number()));
    try {
      if (parallelism == 1) {
        work();
      } else {
        inParallel(parallelism);
      }
    } finally {
      listener.onEnd();
    }
  }

  private void inParallel(int threads) {
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    Callable<Void> worker =
        () -> {
          work();
          return null;
        };
    try {
      for (Future<Void> ended : workers.invokeAll(Collections.nCopies(threads, worker))) {
        ended.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the workers are interrupted, too
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // work throws nothing else
    } finally {
      workers.shutdownNow();
    }
  }

  private void work() {
    try {
      while (isWanted()) {
        Trial trial = study.ask();
        evaluate(trial);
      }
    } catch (NoTrialLeftException e) {
      stop();
    } catch (RuntimeException | Error e) {
      stop();
      throw e;
    }
  }

  private synchronized boolean isWanted() {
    return !Thread.currentThread().isInterrupted() && left-- > 0;
  }

  private synchronized void stop() {
    left = 0;
  }

  private void evaluate(Trial trial) {
    double value;
    try {
      value = function.evaluate(trial.configuration());
    } catch (Exception e) {
      if (e instanceof InterruptedException || Thread.currentThread().isInterrupted()) {
        Thread.currentThread().interrupt(); // the trial has no result, and its study keeps it
      } else {
        study.fail(trial, e.toString());
        ended(trial.failed(e.toString()), e);
      }
      return;
    }
    study.tell(trial, value);
    ended(trial.told(value, Measurements.none()), null);
  }

  private synchronized void ended(Trial trial, @Nullable Exception cause) {
    listener.onTrial(trial);
    if (trial.state() == TrialState.COMPLETED) {
      hasValue = true;
      Trial leader = study.best().orElse(trial);
      if (best.isEmpty() || best.getAsInt() != leader.number()) {
        best = OptionalInt.of(leader.number());
        listener.onBest(leader);
      }
    } else if (++failures >= HOPELESS && !hasValue) {
      throw new IllegalStateException(
          "expected a value of one of the first %d trials but all failed, the last with '%s'; mend the function and optimise again"
              .formatted(HOPELESS, trial.reason()),
          cause);
    }
  }
}
