package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import java.util.List;

/** A model that scores the candidates of several runs at once. Used by one thread at a time. */
public interface BatchScorer extends AutoCloseable {

  /**
   * Encodes what is known in some runs, in the units of the model.
   *
   * @param known one set of observations for each run
   */
  Scoring condition(List<Observations> known);

  @Override
  default void close() {}

  /** A conditioned model. Used by one thread; closed after the last candidates. */
  interface Scoring extends AutoCloseable {

    /**
     * Scores candidates.
     *
     * @param candidates for each run that was conditioned on its candidates, possibly none
     * @param incumbents for each run the value to better
     */
    List<Scores> score(double[][][] candidates, double[] incumbents);

    @Override
    default void close() {}
  }
}
