package dev.leadline.app.execute;

import dev.leadline.app.metrics.Outcome;
import dev.leadline.app.report.ProgressPrinter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks after running trials: sees what they start, ends the late and the stopped, reads results.
 */
final class TrialWatch {

  /** Reading the whole table of processes takes milliseconds, which a trial may notice. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Evaluator evaluator;
  private final Optional<Duration> timeout;
  private final Set<Integer> stopped = new HashSet<>();
  private long lookedNanos = System.nanoTime();

  /**
   * @param timeout after which a trial is late
   */
  TrialWatch(Evaluator evaluator, Optional<Duration> timeout) {
    this.evaluator = evaluator;
    this.timeout = timeout;
  }

  /** Has a trial ended that need not go on. */
  void stop(int trial) {
    stopped.add(trial);
  }

  void forget(int trial) {
    stopped.remove(trial);
  }

  /**
   * The trials that are over. All that are late are ended at the same time, which takes several
   * calls while some do not want to.
   */
  List<Evaluations.Ended> ended(List<TrialProcess> running) {
    long now = System.nanoTime();
    List<TrialProcess> late = running.stream().filter(trial -> isLate(trial, now)).toList();
    List<Evaluations.Ended> ended = new ArrayList<>();
    if (!late.isEmpty() || now - lookedNanos > BETWEEN_LOOKS.toNanos()) {
      ProcessTable table = ProcessTable.now();
      running.forEach(trial -> trial.tree().observe(table));
      for (TrialProcess trial : late) {
        if (trial.tree().end(table, now)) {
          boolean isStopped = stopped.contains(trial.trial());
          ended.add(
              new Evaluations.Ended(
                  trial.trial(), 1, isStopped ? Outcome.stopped() : timedOut(trial.tree(), table)));
        }
      }
      lookedNanos = now;
    }
    for (TrialProcess trial : running) {
      if (!late.contains(trial) && !trial.process().isAlive()) {
        ended.add(new Evaluations.Ended(trial.trial(), 1, evaluator.outcome(trial)));
      }
    }
    return ended;
  }

  private boolean isLate(TrialProcess trial, long now) {
    Duration age = Duration.ofNanos(now - trial.startNanos());
    return trial.tree().isEnding()
        || stopped.contains(trial.trial())
        || (trial.process().isAlive() && timeout.filter(t -> age.compareTo(t) > 0).isPresent());
  }

  private Outcome timedOut(ProcessTree tree, ProcessTable table) {
    String reason = "timed out after " + ProgressPrinter.text(timeout.orElse(Duration.ZERO));
    List<Long> survivors = tree.survivors(table);
    return Outcome.failed(
        survivors.isEmpty()
            ? reason
            : reason + "; the system does not let go of its processes " + survivors);
  }
}
