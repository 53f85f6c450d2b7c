package dev.leadline.server.open;

import dev.leadline.storage.Budget;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyHeader;
import dev.leadline.storage.StudyPhase;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.TrialRow;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Front;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * A study as it stood at one moment. Immutable and thread-safe.
 *
 * @param change the number of its last change
 * @param rows all trials by number, without a gap
 */
public record StudyState(
    String name, StudyHeader header, StudyPhase phase, long change, List<TrialRow> rows) {

  public StudyState {
    rows = List.copyOf(rows);
  }

  /** A study that was read and is not open: nothing is known of its claims. */
  public static StudyState of(String name, StudySnapshot snapshot) {
    List<TrialRow> rows =
        snapshot.trials().stream()
            .map(trial -> new TrialRow(trial, 0, Optional.empty(), Optional.empty()))
            .toList();
    return new StudyState(name, snapshot.header(), StudyPhase.OPEN, 0, rows);
  }

  public List<StoredTrial> trials() {
    return rows.stream().map(TrialRow::trial).toList();
  }

  /** What is optimised; see {@link Problem#parseReadable}. */
  public Problem problem() {
    return Problem.parseReadable(header.space());
  }

  public Optional<TrialRow> row(int number) {
    return number < rows.size() ? Optional.of(rows.get(number)) : Optional.empty();
  }

  /** What no trial betters in everything, if there are several goals. */
  public Optional<Front> front() {
    Problem problem = problem();
    return problem.front(
        trials().stream().flatMap(trial -> trial.record(problem.space()).stream()).toList());
  }

  /**
   * The trial with the best value of those that keep the limits, the earliest of equals; none where
   * there are several goals.
   */
  public Optional<StoredTrial> best() {
    Comparator<StoredTrial> lowest = Comparator.comparingDouble(StoredTrial::valueOrNaN);
    Problem problem = problem();
    if (problem.several().isPresent()) {
      return Optional.empty();
    }
    boolean isLowGood = problem.direction() == Direction.MINIMISE;
    return trials().stream()
        .filter(trial -> trial.state() == StoredState.DONE)
        .filter(trial -> problem.isKeptBy(trial.measurements()))
        .filter(trial -> trial.record(problem.space()).isPresent())
        .min(isLowGood ? lowest : lowest.reversed());
  }

  /** The best value after each trial that has one and keeps the limits; none of several goals. */
  public List<Double> bestSoFar() {
    Problem problem = problem();
    List<Double> best = new ArrayList<>();
    if (problem.several().isEmpty()) {
      DoubleBinaryOperator better =
          problem.direction() == Direction.MINIMISE ? Math::min : Math::max;
      trials().stream()
          .filter(trial -> trial.state() == StoredState.DONE)
          .filter(trial -> problem.isKeptBy(trial.measurements()))
          .mapToDouble(StoredTrial::valueOrNaN)
          .forEach(
              value ->
                  best.add(
                      best.isEmpty()
                          ? value
                          : better.applyAsDouble(best.get(best.size() - 1), value)));
    }
    return best;
  }

  /** How many trials stand where; every state is there. */
  public Map<StoredState, Integer> counts() {
    Map<StoredState, Integer> counts = new EnumMap<>(StoredState.class);
    for (StoredState state : StoredState.values()) {
      counts.put(state, 0);
    }
    trials().forEach(trial -> counts.merge(trial.state(), 1, Integer::sum));
    return counts;
  }

  /** What is going on, in a word: running means that somebody works on it. */
  public String activity() {
    boolean isAnyRunning = count(StoredState.RUNNING) > 0;
    if (phase != StudyPhase.ENDED && !isAnyRunning && header.budget().isPresent() && left() == 0) {
      return "finished";
    }
    String open = isAnyRunning ? "running" : "waiting";
    return phase == StudyPhase.OPEN ? open : phase.name().toLowerCase(Locale.ROOT);
  }

  /** How many trials another worker could claim now; without a budget, those that are queued. */
  public int waiting() {
    return phase != StudyPhase.OPEN ? 0 : left();
  }

  /** How many trials stand so. */
  public int count(StoredState where) {
    return counts().getOrDefault(where, 0);
  }

  private int left() {
    Map<StoredState, Integer> counts = counts();
    int queued = counts.getOrDefault(StoredState.QUEUED, 0);
    return queued + header.budget().map(budget -> room(budget, counts)).orElse(0);
  }

  private static int room(Budget budget, Map<StoredState, Integer> counts) {
    int used = 0;
    for (Map.Entry<StoredState, Integer> entry : counts.entrySet()) {
      used += budget.counts(entry.getKey()) ? entry.getValue() : 0;
    }
    return Math.max(0, budget.trials() - used);
  }
}
