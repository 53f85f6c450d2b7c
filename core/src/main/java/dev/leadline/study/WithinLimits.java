package dev.leadline.study;

import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.Feasibility;
import dev.leadline.suggest.History;
import dev.leadline.suggest.LimitedHistory;
import dev.leadline.suggest.LimitedRule;
import dev.leadline.suggest.Step;
import dev.leadline.suggest.Streams;
import dev.leadline.suggest.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The aim of a study with one goal: the best value of the trials that keep all limits, wherever it
 * is if there are none. Thread-safe.
 */
final class WithinLimits implements Aim {

  private final List<Limit> limits;
  private final Supplier<List<TrialRecord>> trials;

  /**
   * @param trials as they stand now
   */
  WithinLimits(List<Limit> limits, Supplier<List<TrialRecord>> trials) {
    this.limits = limits;
    this.trials = trials;
  }

  @Override
  public boolean isReachedBy(TrialRecord completed) {
    return limits.stream().allMatch(limit -> limit.isKeptBy(completed.measurements()));
  }

  @Override
  public Suggestion suggest(
      Strategy strategy, Candidates candidates, History history, Streams streams) {
    LimitedHistory known = limited(history);
    Optional<LimitedRule> rule =
        known.limits() == 0 ? Optional.empty() : strategy.limited(history.dimensions());
    return rule.flatMap(found -> found.suggest(candidates, known, streams))
        .orElseGet(() -> unlimited(strategy, candidates, history, streams));
  }

  /** What to try next where nothing has to be kept. */
  static Suggestion unlimited(
      Strategy strategy, Candidates candidates, History history, Streams streams) {
    Step step = strategy.start(candidates, history, streams);
    return step instanceof Step.Done done
        ? done.suggestion()
        : strategy.model(history.dimensions()).orElseThrow().answer(step);
  }

  @Override
  public History solutions(Strategy strategy, History history) {
    return Strategies.limitedRule(strategy, history.dimensions()).likely(limited(history));
  }

  @Override
  public Feasibility feasibility(Strategy strategy, History history) {
    return Strategies.limitedRule(strategy, history.dimensions()).feasibility(limited(history));
  }

  private LimitedHistory limited(History history) {
    Map<Integer, TrialRecord> records =
        trials.get().stream().collect(Collectors.toMap(TrialRecord::number, Function.identity()));
    return LimitedHistory.of(history, limits.size(), number -> excess(records.get(number)));
  }

  /** By how far a trial is beyond each limit; NaN where that was not measured. */
  private double[] excess(@Nullable TrialRecord trial) {
    return limits.stream()
        .mapToDouble(limit -> trial == null ? Double.NaN : limit.excess(trial.measurements()))
        .toArray();
  }
}
