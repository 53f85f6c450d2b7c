package dev.leadline.app.execute;

import dev.leadline.app.metrics.CurveReader;
import dev.leadline.app.metrics.CurveSource;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Commands as processes of this machine. For use by one thread. */
final class LocalEvaluations implements Evaluations {

  private final Evaluator evaluator;
  private final TrialWatch watch;
  private final String token;
  private final StopSignal bell;
  private final Optional<CurveSource> source;
  private final Map<Integer, CurveReader> readers = new HashMap<>();
  private final List<TrialProcess> running = new CopyOnWriteArrayList<>();

  /**
   * @param token marks everything that is started
   * @param bell rung when a process ends
   * @param source where values are found that trials print as they go, if anybody wants them
   */
  LocalEvaluations(
      Evaluator evaluator,
      TrialWatch watch,
      String token,
      StopSignal bell,
      Optional<CurveSource> source) {
    this.evaluator = evaluator;
    this.watch = watch;
    this.token = token;
    this.bell = bell;
    this.source = source;
  }

  @Override
  public int running() {
    return running.size();
  }

  @Override
  public Path newAttempt(int trial) {
    evaluator.endEarlierAttempts(List.of(trial));
    return evaluator.newAttempt(trial);
  }

  @Override
  public void start(Trial trial, Path directory) throws IOException {
    TrialProcess process = evaluator.start(trial, directory);
    running.add(process);
    source.ifPresent(
        where ->
            readers.put(trial.number(), new CurveReader(trial.number(), process.stdout(), where)));
    CompletableFuture<Void> unused = process.process().onExit().thenRun(bell::ring);
  }

  @Override
  public List<Evaluations.Ended> ended() {
    return watch.ended(running);
  }

  @Override
  public List<CurveSource.Point> reports() {
    List<CurveSource.Point> reports = new ArrayList<>();
    for (CurveReader reader : readers.values()) {
      try {
        reports.addAll(reader.next());
      } catch (IOException e) {
        // What cannot be read now is read when the trial is over, which then says why not.
      }
    }
    return reports;
  }

  @Override
  public void stop(int trial) {
    readers.remove(trial);
    watch.stop(trial);
  }

  @Override
  public void forget(int trial) {
    readers.remove(trial);
    watch.forget(trial);
    running.removeIf(process -> process.trial() == trial);
  }

  @Override
  public void endAtOnce(Set<Integer> trials) {
    ProcessTree.endAll(
        running.stream()
            .filter(process -> trials.contains(process.trial()))
            .map(this::treeOfItsOwn)
            .toList());
  }

  @Override
  public void close() {
    ProcessTree.endAll(running.stream().map(TrialProcess::tree).toList());
  }

  /** The tree that is watched is for one thread alone. */
  private ProcessTree treeOfItsOwn(TrialProcess process) {
    Set<String> mark = new TrialMark(token, process.trial()).entries();
    return ProcessTree.of(process.process().toHandle(), mark, Duration.ZERO);
  }
}
