package dev.leadline.lab.curve;

import dev.leadline.early.EarlyStop;
import dev.leadline.lab.experiment.Environment;
import dev.leadline.search.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Studies of recorded families, each played without a rule and by each of some rules.
 *
 * @param families their names
 * @param rules the rules beside none
 * @param strategy what suggests, by name
 * @param seeds the number of studies per family and rule
 * @param trials of each study, at most as many as the family has curves
 */
public record CurvePlan(
    List<String> families, List<EarlyStop> rules, String strategy, int seeds, int trials) {

  public CurvePlan {
    families = List.copyOf(families);
    rules = List.copyOf(rules);
    if (seeds < 1 || trials < 1) {
      throw new IllegalArgumentException(
          "expected at least one seed and trial but got %d and %d".formatted(seeds, trials));
    }
  }

  /**
   * Plays all studies.
   *
   * @param strategies makes what suggests, once for each study
   * @param listener told the name of each family before it is played
   */
  public CurveReport measure(
      Environment environment, Supplier<Strategy> strategies, Consumer<String> listener) {
    List<CurveRun> runs = new ArrayList<>();
    for (String name : families) {
      listener.accept(name);
      CurveFamily family = CurveFamily.named(name);
      for (int seed = 0; seed < seeds; seed++) {
        runs.add(play(family, Optional.empty(), strategies.get(), seed));
        for (EarlyStop rule : rules) {
          runs.add(play(family, Optional.of(rule), strategies.get(), seed));
        }
      }
    }
    return new CurveReport(this, environment, runs);
  }

  private CurveRun play(CurveFamily family, Optional<EarlyStop> rule, Strategy suggests, int seed) {
    int count = Math.min(trials, family.size());
    return CurveRun.play(family, rule, suggests, seed, count);
  }
}
