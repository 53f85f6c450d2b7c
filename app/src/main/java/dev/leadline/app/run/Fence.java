package dev.leadline.app.run;

import dev.leadline.app.process.ProcessTree;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends the evaluation of trials that no longer belong to this process, before another begins it.
 * Thread-safe.
 */
final class Fence {

  private final String token;
  private final List<TrialProcess> running;
  private final StopSignal bell;
  private final Set<Integer> lost = ConcurrentHashMap.newKeySet();

  /**
   * @param token marks everything this run starts
   * @param running what runs, safe to be read on any thread
   * @param bell rung when something was ended
   */
  Fence(String token, List<TrialProcess> running, StopSignal bell) {
    this.token = token;
    this.running = running;
    this.bell = bell;
  }

  /** Ends the trials at once: there is no time to ask them kindly. */
  void end(Set<Integer> trials) {
    lost.addAll(trials);
    ProcessTree.endAll(
        running.stream()
            .filter(process -> trials.contains(process.trial()))
            .map(this::treeOfItsOwn)
            .toList());
    bell.ring();
  }

  /** Whether a trial was ended here; says so once. */
  boolean takes(int trial) {
    return lost.remove(trial);
  }

  /** A trial that is claimed again is no longer lost. */
  void forget(int trial) {
    lost.remove(trial);
  }

  /** The tree that the tuner watches is for its thread alone. */
  private ProcessTree treeOfItsOwn(TrialProcess process) {
    Set<String> mark = new TrialMark(token, process.trial()).entries();
    return ProcessTree.of(process.process().toHandle(), mark, Duration.ZERO);
  }
}
