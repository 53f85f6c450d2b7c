package dev.leadline.lab.experiment;

import dev.leadline.lab.method.Method;
import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.lab.problem.Outcome;
import dev.leadline.lab.problem.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Some runs of one method that are driven step by step together. Used by one thread. */
final class RunBatch {

  private final Method method;
  private final List<RunState> runs;
  private final LongSupplier nanos;

  RunBatch(Method method, List<RunState> runs, LongSupplier nanos) {
    this.method = method;
    this.runs = List.copyOf(runs);
    this.nanos = nanos;
  }

  /** Goes on until every run is finished, the time is over or the thread is interrupted. */
  void drive(RecordDirectory record, ProgressMeter meter, TimeLimit limit) {
    if (limit.isOver()) {
      return;
    }
    List<Evaluation> initial = new ArrayList<>();
    for (RunState run : runs) {
      initial.addAll(run.evaluateInitial(nanos, runs.size()));
    }
    record.append(initial);
    meter.add(initial.size(), method.name());
    List<RunHistory> histories = runs.stream().map(RunState::history).toList();
    try (Proposer proposer = method.start(histories)) {
      while (runs.get(0).unfinished() && !limit.isOver()) {
        long begin = nanos.getAsLong();
        double[][] points = proposer.propose();
        double optimiserMs = (nanos.getAsLong() - begin) / 1e6 / runs.size();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < points.length; i++) {
          outcomes.add(runs.get(i).evaluate(points[i], nanos));
        }
        List<Told> told = proposer.tell(outcomes);
        List<Evaluation> lines = new ArrayList<>();
        for (int i = 0; i < points.length; i++) {
          lines.add(runs.get(i).record(points[i], told.get(i), optimiserMs, runs.size()));
        }
        record.append(lines);
        meter.add(lines.size(), method.name());
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
      }
    }
  }
}
