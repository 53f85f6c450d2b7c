package dev.leadline.lab.curve;

import dev.leadline.early.EarlyStop;
import dev.leadline.search.Strategy;
import dev.leadline.space.Configuration;
import dev.leadline.study.Study;
import dev.leadline.study.StudyBuilder;
import dev.leadline.study.Trial;
import java.util.Optional;

/**
 * One study of a recorded family, played through.
 *
 * @param rule the rule, "none" for none
 * @param steps how many steps its trials made
 * @param best the best value of a complete trial
 * @param regret how far that is from the best of the family, in the way from there to its median
 * @param ended how many trials were ended early
 * @param winners how many trials would have become the best so far
 * @param lost how many of these were ended
 * @param missed whether the trial that would have been the best of all was ended
 */
public record CurveRun(
    String family,
    String rule,
    int seed,
    long steps,
    double best,
    double regret,
    int ended,
    int winners,
    int lost,
    boolean missed) {

  /**
   * Plays a study.
   *
   * @param trials how many it has
   */
  static CurveRun play(
      CurveFamily family, Optional<EarlyStop> early, Strategy strategy, int seed, int trials) {
    StudyBuilder builder =
        Study.builder(family.space()).strategy(strategy).seed(seed).budget(trials);
    early.ifPresent(builder::early);
    try (Study study = builder.build()) {
      Tally tally = new Tally();
      for (int i = 0; i < trials; i++) {
        tally.play(study, family);
      }
      double[] ends = family.ends();
      double unit = Math.max(ends[ends.length / 2] - ends[0], Double.MIN_NORMAL);
      return new CurveRun(
          family.name(),
          early.map(EarlyStop::toString).orElse("none"),
          seed,
          tally.steps,
          tally.best,
          (tally.best - ends[0]) / unit,
          tally.ended,
          tally.winners,
          tally.lost,
          tally.best > tally.lowest);
    }
  }

  /** What has happened so far. */
  private static final class Tally {

    private long steps;
    private double best = Double.POSITIVE_INFINITY;
    private double lowest = Double.POSITIVE_INFINITY;
    private int ended;
    private int winners;
    private int lost;

    void play(Study study, CurveFamily family) {
      Trial trial = study.ask();
      Configuration configuration = trial.configuration();
      double[] curve = family.curve(configuration);
      double end = curve[curve.length - 1];
      boolean wins = end < best;
      winners += wins ? 1 : 0;
      lowest = Math.min(lowest, end);
      for (int step = 1; step <= curve.length; step++) {
        steps++;
        if (!study.report(trial.number(), step, curve[step - 1])) {
          ended++;
          lost += wins ? 1 : 0;
          return;
        }
      }
      study.tell(trial, end);
      best = Math.min(best, end);
    }
  }
}
