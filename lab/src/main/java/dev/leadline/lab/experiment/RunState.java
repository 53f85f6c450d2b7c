package dev.leadline.lab.experiment;

import dev.leadline.lab.method.RunHistory;
import dev.leadline.lab.problem.InitialDesign;
import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/** One run: its lane, its objective and what it has recorded. Not thread-safe. */
final class RunState {

  private final RunKey key;
  private final Task task;
  private final int steps;
  private final Objective objective;
  private final RunHistory lane;
  private int recorded;
  private double bestObserved = Double.POSITIVE_INFINITY;
  private double bestRegret = Double.POSITIVE_INFINITY;

  RunState(RunKey key, Task task, int steps, List<Evaluation> earlier) {
    this.key = key;
    this.task = task;
    this.steps = steps;
    this.objective = task.objective(key.seed());
    this.lane = new RunHistory(key.task() + " " + key.method(), key.seed(), steps, objective);
    for (Evaluation evaluation : earlier.subList(0, Math.min(earlier.size(), total()))) {
      take(evaluation);
    }
  }

  RunHistory lane() {
    return lane;
  }

  Task task() {
    return task;
  }

  int steps() {
    return steps;
  }

  /** The number of evaluations the record holds. */
  int recorded() {
    return recorded;
  }

  int total() {
    return task.initialPoints() + steps;
  }

  boolean unfinished() {
    return recorded < total();
  }

  List<Evaluation> evaluateInitial(LongSupplier nanos, int lanes) {
    double[][] design = InitialDesign.of(task, key.seed());
    List<Evaluation> lines = new ArrayList<>();
    while (recorded < design.length) {
      lines.add(evaluate(design[recorded], 0, nanos, lanes));
    }
    return lines;
  }

  Evaluation evaluate(double[] point, double optimiserMs, LongSupplier nanos, int lanes) {
    long begin = nanos.getAsLong();
    double value = objective.observe(point, recorded);
    double objectiveMs = (nanos.getAsLong() - begin) / 1e6;
    observe(point, value);
    return new Evaluation(
        key.task(),
        key.method(),
        key.seed(),
        recorded - task.initialPoints(),
        value,
        bestRegret,
        Math.round(optimiserMs * 1e3) / 1e3,
        Math.round(objectiveMs * 1e3) / 1e3,
        lanes,
        Arrays.stream(point).boxed().toList());
  }

  private void take(Evaluation evaluation) {
    List<Double> x = evaluation.x();
    Double value = evaluation.value();
    if (x == null || value == null) {
      throw new IllegalArgumentException("expected points and values in the record of " + key);
    }
    observe(x.stream().mapToDouble(Double::doubleValue).toArray(), value);
  }

  private void observe(double[] point, double value) {
    if (recorded < task.initialPoints()) {
      lane.start(point, value);
    } else {
      lane.add(point, value);
    }
    recorded++;
    if (value < bestObserved) {
      bestObserved = value;
      bestRegret = Math.max(0, objective.value(point) - objective.minimum());
    }
  }
}
