package dev.leadline.surrogate;

/**
 * A model of the objective that can be conditioned on observations.
 *
 * <p>Implementations are thread-safe.
 */
public interface Surrogate {

  /** Encodes the observations once; the result predicts at any number of points. */
  Posterior condition(Observations observations);

  /**
   * The units of the inputs in which it would measure distances, judged by some observations on its
   * own scale; they reach {@link #condition} with the observations. All 1 where distances along all
   * inputs count alike.
   */
  default double[] inputUnits(Observations observations) {
    return new Observations(observations.dimensions(), new double[0][], new double[0]).inputUnits();
  }
}
