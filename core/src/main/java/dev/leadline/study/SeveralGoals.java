package dev.leadline.study;

import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.Feasibility;
import dev.leadline.suggest.FinishedTrial;
import dev.leadline.suggest.GoalSearch;
import dev.leadline.suggest.History;
import dev.leadline.suggest.Streams;
import dev.leadline.suggest.Suggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The aim of a study with several goals: a front of solutions. Thread-safe. */
final class SeveralGoals implements Aim {

  private final Goals goals;
  private final Aim one;
  private final Supplier<List<TrialRecord>> trials;

  /**
   * @param one the aim for the first goal alone, which knows the limits
   * @param trials as they stand now
   */
  SeveralGoals(Goals goals, Aim one, Supplier<List<TrialRecord>> trials) {
    this.goals = goals;
    this.one = one;
    this.trials = trials;
  }

  @Override
  public boolean isReachedBy(TrialRecord completed) {
    return one.isReachedBy(completed);
  }

  @Override
  public Suggestion suggest(
      Strategy strategy, Candidates candidates, History history, Streams streams) {
    Optional<GoalSearch> search = strategy.goals(history.dimensions());
    if (search.isEmpty() || !history.hasValues()) {
      return WithinLimits.unlimited(strategy, candidates, history, streams);
    }
    Set<Integer> solutions = new HashSet<>();
    solutions(strategy, history).finished().stream()
        .filter(trial -> !trial.failed())
        .forEach(trial -> solutions.add(trial.trial()));
    try (Feasibility chance = feasibility(strategy, history)) {
      return search
          .get()
          .suggest(
              candidates,
              new GoalSearch.Known(histories(history), solutions::contains, chance, reference()),
              streams);
    }
  }

  @Override
  public History solutions(Strategy strategy, History history) {
    return one.solutions(strategy, history);
  }

  @Override
  public Feasibility feasibility(Strategy strategy, History history) {
    return one.feasibility(strategy, history);
  }

  private Optional<double[]> reference() {
    return goals.reference().isEmpty()
        ? Optional.empty()
        : Optional.of(
            goals.minimised(
                goals.all().stream().map(goal -> goals.reference().get(goal.metric())).toList()));
  }

  /** The same trials with the values of each goal; where one was not measured, it failed. */
  private List<History> histories(History first) {
    Map<Integer, TrialRecord> records =
        trials.get().stream().collect(Collectors.toMap(TrialRecord::number, Function.identity()));
    List<List<FinishedTrial>> finished = new ArrayList<>();
    goals.all().forEach(goal -> finished.add(new ArrayList<>()));
    for (FinishedTrial trial : first.finished()) {
      TrialRecord record = records.get(trial.trial());
      double[] values =
          trial.failed() || record == null
              ? new double[] {Double.NaN}
              : goals.minimised(goals.values(record));
      boolean whole = Arrays.stream(values).allMatch(Double::isFinite);
      for (int k = 0; k < finished.size(); k++) {
        finished
            .get(k)
            .add(
                whole
                    ? FinishedTrial.completed(trial.trial(), trial.point(), values[k])
                    : FinishedTrial.failed(trial.trial(), trial.point()));
      }
    }
    return finished.stream().map(first::with).toList();
  }
}
