package dev.leadline.app.execute;

import dev.leadline.app.metrics.Outcome;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Trials that are measured several times, of which the median counts. For use by one thread. */
final class Repeats {

  private final int times;
  private final Map<Integer, Trial> trials = new HashMap<>();
  private final Map<Integer, List<Outcome>> outcomes = new HashMap<>();

  /**
   * @param times how often each is measured
   */
  Repeats(int times) {
    this.times = times;
  }

  void begin(Trial trial) {
    trials.put(trial.number(), trial);
    outcomes.put(trial.number(), new ArrayList<>());
  }

  /** Takes what came of a trial; what came of all its measurements, unless it is to run again. */
  Optional<Outcome> take(int trial, Outcome outcome) {
    if (outcome.kind() != Outcome.Kind.VALUE) {
      return Optional.of(outcome);
    }
    List<Outcome> all = outcomes.computeIfAbsent(trial, unseen -> new ArrayList<>());
    all.add(outcome);
    return all.size() < times ? Optional.empty() : Optional.of(Outcome.median(all));
  }

  Trial trial(int number) {
    return Objects.requireNonNull(trials.get(number));
  }
}
