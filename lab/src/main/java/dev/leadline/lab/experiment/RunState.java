package dev.leadline.lab.experiment;

import dev.leadline.lab.method.RunHistory;
import dev.leadline.lab.problem.Outcome;
import dev.leadline.lab.problem.Problem;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Told;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One run: its history, its objective and what it has recorded. Not thread-safe. */
final class RunState {

  private final RunKey key;
  private final Task task;
  private final int steps;
  private final boolean detailed;
  private final Problem problem;
  private final Problem.Regret regrets;
  private final RunHistory history;
  private int recorded;
  private double objectiveMs;

  /**
   * @param detailed whether every line has its details
   */
  RunState(RunKey key, Task task, int steps, boolean detailed, List<Evaluation> earlier) {
    this.key = key;
    this.task = task;
    this.steps = steps;
    this.detailed = detailed;
    this.problem = task.problem(key.seed());
    this.regrets = problem.regret();
    this.history = new RunHistory(key.task() + " " + key.method(), key.seed(), steps, problem);
    for (Evaluation evaluation : earlier.subList(0, Math.min(earlier.size(), total()))) {
      take(evaluation);
    }
  }

  RunHistory history() {
    return history;
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

  List<Evaluation> evaluateInitial(LongSupplier nanos, int together) {
    double[][] design = task.initial(key.seed());
    List<Evaluation> lines = new ArrayList<>();
    while (recorded < design.length) {
      double[] point = design[recorded];
      lines.add(record(point, Told.of(evaluate(point, nanos)), 0, together));
    }
    return lines;
  }

  Outcome evaluate(double[] point, LongSupplier nanos) {
    long begin = nanos.getAsLong();
    Outcome outcome = problem.evaluate(point, recorded);
    objectiveMs = (nanos.getAsLong() - begin) / 1e6;
    return outcome;
  }

  /** Adds what came of the point that was evaluated last. */
  Evaluation record(double[] point, Told told, double optimiserMs, int together) {
    double regret = observe(point, told.outcome());
    return new Evaluation(
        key.task(),
        key.method(),
        key.seed(),
        recorded - task.initialPoints(),
        told.outcome().isComplete() ? (Double) told.outcome().value() : null,
        regret,
        Math.round(optimiserMs * 1e3) / 1e3,
        Math.round(objectiveMs * 1e3) / 1e3,
        together,
        Arrays.stream(point).boxed().toList(),
        detail(point, told));
  }

  private Evaluation.@Nullable Detail detail(double[] point, Told told) {
    int steps = told.outcome().curve().size();
    return detailed || steps > 0
        ? new Evaluation.Detail(
            problem.regret(point),
            steps > 0 ? steps : null,
            told.outcome().isEnded() ? true : null,
            told.forecast().orElse(null),
            told.recommended().orElse(null))
        : null;
  }

  private void take(Evaluation evaluation) {
    List<Double> x = evaluation.x();
    if (x == null) {
      throw new IllegalArgumentException("expected points in the record of " + key);
    }
    double[] point = x.stream().mapToDouble(Double::doubleValue).toArray();
    Outcome whole = problem.evaluate(point, recorded);
    Evaluation.Detail detail = evaluation.detail();
    Integer steps = detail == null || detail.ended() == null ? null : detail.steps();
    observe(point, steps == null ? whole : whole.endedAfter(steps));
  }

  private double observe(double[] point, Outcome outcome) {
    if (recorded < task.initialPoints()) {
      history.start(point, outcome);
    } else {
      history.add(point, outcome);
    }
    recorded++;
    return regrets.after(point, outcome);
  }
}
