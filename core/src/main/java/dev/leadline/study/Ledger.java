package dev.leadline.study;

import dev.leadline.early.Curve;
import dev.leadline.early.CurveTrial;
import dev.leadline.early.EarlyRule;
import dev.leadline.search.FinishedTrial;
import dev.leadline.search.History;
import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The trials of a study by number, with their points. Thread-safe: every method is atomic. */
final class Ledger {

  private final Space space;
  private final Direction direction;
  private final NavigableMap<Integer, Trial> trials = new TreeMap<>();
  private final Map<Integer, double[]> points = new HashMap<>();
  private final NavigableMap<Integer, Double> deviations = new TreeMap<>(); // of stopped trials
  private int next;

  Ledger(Space space, Direction direction) {
    this.space = space;
    this.direction = direction;
  }

  /** Adds a trial whose number is not taken yet. */
  synchronized void add(Trial trial) {
    if (trials.containsKey(trial.number())) {
      throw new IllegalArgumentException(
          "expected different trial numbers but got %d twice".formatted(trial.number()));
    }
    put(trial);
  }

  /** Adds a trial, or replaces the one of its number. */
  synchronized void put(Trial trial) {
    Configuration configuration = space.conform(trial.configuration());
    replace(trial.at(configuration));
    points.put(trial.number(), space.encode(configuration));
    next = Math.max(next, trial.number() + 1);
  }

  private void replace(Trial trial) {
    trials.put(trial.number(), trial);
    deviations.tailMap(trial.number(), true).clear();
  }

  /** Drops a trial; its number stays taken. */
  synchronized void forget(int number) {
    trials.remove(number);
    points.remove(number);
    deviations.tailMap(number, true).clear();
    next = Math.max(next, number + 1);
  }

  synchronized int next() {
    return next;
  }

  synchronized void tell(int number, double value, Measurements further) {
    replace(unfinished(number).told(value, further));
  }

  synchronized void fail(int number, String reason) {
    replace(unfinished(number).failed(reason));
  }

  /** Adds a report to a running trial; what a stopped one reports is not wanted any more. */
  synchronized void report(int number, int step, double value) {
    Trial trial = unfinished(number);
    if (trial.state() == TrialState.RUNNING) {
      trials.put(number, trial.with(trial.curve().with(step, value)));
    }
  }

  synchronized void stop(int number, double expected, String reason) {
    replace(unfinished(number).stopped(expected, reason));
  }

  /** What is known of a trial's curve and the others, small values good. */
  synchronized EarlyRule.Field field(int number) {
    List<CurveTrial> complete = new ArrayList<>();
    List<CurveTrial> cut = new ArrayList<>();
    for (Trial trial : trials.values()) {
      if (trial.number() != number && !trial.curve().isEmpty()) {
        List<CurveTrial> kind = trial.state() == TrialState.COMPLETED ? complete : cut;
        kind.add(course(trial));
      }
    }
    return new EarlyRule.Field(course(record(number)), complete, cut);
  }

  private CurveTrial course(Trial trial) {
    double[] point = Objects.requireNonNull(points.get(trial.number()));
    Curve curve = trial.curve().map(direction::minimised);
    return switch (trial.state()) {
      case COMPLETED -> CurveTrial.complete(point, curve);
      case STOPPED ->
          CurveTrial.stopped(point, curve, direction.minimised(trial.value()), deviation(trial));
      case RUNNING, FAILED -> CurveTrial.running(point, curve);
    };
  }

  /* Trials of smaller numbers alone say how far off what was expected of a stopped trial may be: then it does not change with
  every trial that follows, and what models keep of a study's beginning stays good. So it is kept until one of them changes. */
  private double deviation(Trial stopped) {
    return deviations.computeIfAbsent(stopped.number(), number -> measured(stopped));
  }

  private double measured(Trial stopped) {
    List<Curve> complete =
        trials.headMap(stopped.number()).values().stream()
            .filter(trial -> trial.state() == TrialState.COMPLETED && !trial.curve().isEmpty())
            .map(Trial::curve)
            .toList();
    return stopped.curve().isEmpty() ? 0 : stopped.curve().deviation(stopped.value(), complete);
  }

  synchronized Trial record(int number) {
    return Objects.requireNonNull(trials.get(number));
  }

  synchronized List<Trial> records() {
    return List.copyOf(trials.values());
  }

  /**
   * What a suggestion is made from.
   *
   * @param next the number of the next trial
   * @param running the trials without a result
   */
  record State(int next, List<Integer> running, History history) {

    /** The same while the next trial is being evaluated. */
    State evaluating(double[] point) {
      List<Integer> all = new ArrayList<>(running);
      all.add(next);
      return new State(next + 1, List.copyOf(all), history.evaluating(point));
    }
  }

  /** What the next suggestion is made from. */
  synchronized State state(NoiseKind noise, OptionalInt budget, boolean failedCount) {
    List<Integer> running =
        trials.values().stream()
            .filter(trial -> trial.state() == TrialState.RUNNING)
            .map(Trial::number)
            .toList();
    return new State(next, running, history(noise, budget, failedCount));
  }

  /**
   * What is known now.
   *
   * @param failedCount whether trials that failed count against the budget
   */
  synchronized History history(NoiseKind noise, OptionalInt budget, boolean failedCount) {
    List<FinishedTrial> finished = new ArrayList<>();
    List<double[]> pending = new ArrayList<>();
    for (Trial trial : trials.values()) {
      double[] point = Objects.requireNonNull(points.get(trial.number()));
      switch (trial.state()) {
        case RUNNING -> pending.add(point);
        case FAILED -> finished.add(FinishedTrial.failed(trial.number(), point));
        case COMPLETED ->
            finished.add(
                FinishedTrial.completed(trial.number(), point, direction.minimised(trial.value())));
        case STOPPED ->
            finished.add(
                FinishedTrial.expected(
                    trial.number(), point, direction.minimised(trial.value()), deviation(trial)));
      }
    }
    int failed = (int) finished.stream().filter(FinishedTrial::failed).count();
    return new History(
        space.dimensions(), finished, pending, noise, budget, failedCount ? 0 : failed, List.of());
  }

  /**
   * A trial that has no result of its own: running, or stopped, of which its user may know better.
   */
  private Trial unfinished(int number) {
    Trial trial = trials.get(number);
    if (trial == null) {
      throw new IllegalArgumentException(
          "expected the number of a trial of this study but got %d; %s"
              .formatted(
                  number,
                  trials.isEmpty()
                      ? "ask for a trial first"
                      : "the last trial is " + trials.lastKey()));
    }
    if (trial.state() != TrialState.RUNNING && trial.state() != TrialState.STOPPED) {
      throw new IllegalStateException(
          "expected a running trial but trial %d is already %s; to add another value of its configuration use observe"
              .formatted(
                  number,
                  trial.state() == TrialState.FAILED
                      ? "failed (%s)".formatted(trial.reason())
                      : "completed with " + trial.value()));
    }
    return trial;
  }
}
