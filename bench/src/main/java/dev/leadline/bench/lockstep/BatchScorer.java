package dev.leadline.bench.lockstep;

import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.UnitsJudge;
import java.util.List;

/** A model that judges the candidates of several runs at once. Used by one thread at a time. */
public interface BatchScorer extends AutoCloseable {

  /**
   * Encodes what is known in each run, in the units of the model.
   *
   * @param runs one set of observations per run, in the order of the lanes
   */
  Scoring condition(List<Observations> runs);

  /** Who says in which units it would see a run. */
  default UnitsJudge judge(int run) {
    return Observations::inputUnits;
  }

  @Override
  default void close() {}

  /** A conditioned model. Used by one thread; closed after the last candidates. */
  interface Scoring extends AutoCloseable {

    /**
     * Judges candidates.
     *
     * @param candidates for each run its candidates, possibly none
     * @param incumbents for each run the value to better
     */
    Verdict score(double[][][] candidates, double[] incumbents);

    @Override
    default void close() {}
  }
}
