package dev.leadline.study;

import dev.leadline.search.Evidence;
import dev.leadline.search.FinishedTrial;
import dev.leadline.search.History;
import dev.leadline.search.LimitedHistory;
import dev.leadline.search.NoiseKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a study is after: its limits, its goals if there are several, and what earlier studies saw
 * of them. Thread-safe.
 */
final class Objectives {

  private final List<Limit> limits;
  private final Optional<Goals> goals;
  private final Ledger ledger;
  private final List<Evidence> earlier;

  Objectives(List<Limit> limits, Optional<Goals> goals, Ledger ledger) {
    this(limits, goals, ledger, List.of());
  }

  /**
   * @param earlier the trials of each earlier study, placed in this one's space
   */
  Objectives(List<Limit> limits, Optional<Goals> goals, Ledger ledger, List<Ledger> earlier) {
    this.limits = List.copyOf(limits);
    this.goals = goals;
    this.ledger = ledger;
    this.earlier =
        earlier.stream()
            .map(
                study ->
                    new Objectives(limits, goals, study)
                        .evidence(study.history(NoiseKind.NONE, OptionalInt.empty(), true)))
            .toList();
  }

  /** Whether a completed trial keeps all limits. */
  boolean areReachedBy(Trial completed) {
    return limits.stream().allMatch(limit -> limit.isKeptBy(completed.measurements()));
  }

  /** What the trials of a history say of all of them. */
  Evidence evidence(History history) {
    return new Evidence(
        limited(history),
        goals.map(all -> ofGoals(all, history)).orElse(List.of()),
        goals.filter(all -> !all.reference().isEmpty()).map(Objectives::reference));
  }

  /** What the trials of a history say of the limits. */
  LimitedHistory limited(History history) {
    Map<Integer, Trial> records = limits.isEmpty() ? Map.of() : records();
    return LimitedHistory.of(history, limits.size(), number -> excess(records.get(number)))
        .relatedTo(earlier.stream().map(Evidence::trials).toList());
  }

  private Map<Integer, Trial> records() {
    return ledger.records().stream().collect(Collectors.toMap(Trial::number, Function.identity()));
  }

  /** By how far a trial is beyond each limit; NaN where that was not measured. */
  private double[] excess(@Nullable Trial trial) {
    return limits.stream()
        .mapToDouble(limit -> trial == null ? Double.NaN : limit.excess(trial.measurements()))
        .toArray();
  }

  private static double[] reference(Goals goals) {
    return goals.minimised(
        goals.all().stream().map(goal -> goals.reference().get(goal.metric())).toList());
  }

  /** The same trials with the values of each goal; where one was not measured, it failed. */
  private List<History> ofGoals(Goals all, History first) {
    Map<Integer, Trial> records = records();
    List<double[]> values =
        first.finished().stream()
            .map(trial -> values(all, trial, records.get(trial.trial())))
            .toList();
    return IntStream.range(0, all.all().size())
        .mapToObj(
            goal ->
                first
                    .with(
                        IntStream.range(0, values.size())
                            .mapToObj(i -> at(first.finished().get(i), values.get(i), goal))
                            .toList())
                    .relatedTo(
                        earlier.stream()
                            .map(study -> study.goals().get(goal).observations())
                            .toList()))
        .toList();
  }

  private static double[] values(Goals all, FinishedTrial trial, @Nullable Trial record) {
    return trial.failed() || record == null
        ? new double[] {Double.NaN}
        : all.minimised(all.values(record));
  }

  private static FinishedTrial at(FinishedTrial trial, double[] values, int goal) {
    return Arrays.stream(values).allMatch(Double::isFinite)
        ? FinishedTrial.completed(trial.trial(), trial.point(), values[goal])
        : FinishedTrial.failed(trial.trial(), trial.point());
  }
}
