package dev.leadline.search;

import dev.leadline.surrogate.Observations;
import java.util.random.RandomGenerator;

/**
 * A strategy for finding the point of largest acquisition value. Immutable and thread-safe.
 *
 * <p>A search proposes and someone else scores, so that one loop can score a single search on a CPU
 * and another can score hundreds of searches in one batch on a GPU, with the same suggestions.
 */
public interface Search {

  /**
   * Starts a search.
   *
   * @param observations what is known so far, in the units of the surrogate
   * @param random the only source of randomness of the run
   */
  Run start(Domain domain, Observations observations, RandomGenerator random);

  /** One search in progress: alternate {@link #propose} and {@link #score} until done. */
  interface Run {

    /** The next candidates (snapped and allowed), or an empty array when the search is over. */
    double[][] propose();

    /** Takes the acquisition values and posterior means of the candidates last proposed. */
    void score(double[] acquisition, double[] mean);

    /**
     * The best candidate seen: largest acquisition value, ties by lower mean.
     *
     * @throws NoCandidateException if the domain allowed no candidate at all
     */
    double[] best();
  }
}
