package dev.leadline.bench.lockstep;

import dev.leadline.surrogate.BoundedSurrogate;
import dev.leadline.surrogate.Observations;
import dev.leadline.units.UnitsJudge;
import java.util.List;

/**
 * A scorer that shows another one as many observations of a run as a study shows its surrogate.
 *
 * @param limit so many at most
 */
record BoundedScorer(BatchScorer scorer, int limit) implements BatchScorer {

  @Override
  public Scoring condition(int[] lanes, List<Observations> known) {
    return scorer.condition(
        lanes, known.stream().map(of -> BoundedSurrogate.shown(of, limit)).toList());
  }

  @Override
  public UnitsJudge judge(int lane) {
    return scorer.judge(lane);
  }

  @Override
  public void close() {
    scorer.close();
  }
}
