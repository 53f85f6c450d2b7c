package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.surrogate.Observations;
import java.util.List;

/** A model that scores the candidates of several runs at once. Used by one thread at a time. */
interface BatchScorer extends AutoCloseable {

  /**
   * Scores candidates.
   *
   * @param known what is known in each run, in the units of the model
   * @param candidates at least one for each run
   * @param incumbents for each run the value to better
   */
  List<Scores> score(List<Observations> known, double[][][] candidates, double[] incumbents);

  @Override
  default void close() {}
}
