package dev.leadline.bench.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.suggest.Step;
import dev.leadline.surrogate.Observations;
import dev.leadline.units.UnitsJudge;
import java.util.List;

/** A model that judges the candidates of several runs at once. Used by one thread at a time. */
public interface BatchScorer extends AutoCloseable {

  /**
   * Encodes what is known in some runs, in the units of the model.
   *
   * @param lanes the numbers of the runs among those the scorer was made for, increasing
   * @param known one set of observations for each of them
   */
  Scoring condition(int[] lanes, List<Observations> known);

  /** Who says in which units it would see a run. */
  default UnitsJudge judge(int lane) {
    return Observations::inputUnits;
  }

  @Override
  default void close() {}

  /** A conditioned model. Used by one thread; closed after the last candidates. */
  interface Scoring extends AutoCloseable {

    /**
     * Judges candidates.
     *
     * @param candidates for each run that was conditioned on its candidates, possibly none
     * @param incumbents for each run the value to better
     */
    List<Scores> score(double[][][] candidates, double[] incumbents);

    /** One number for each point of each run, possibly none. */
    double[][] summarise(Step.Summary summary, double[][][] points);

    @Override
    default void close() {}
  }
}
