package dev.leadline.surrogate;

/**
 * A model of the objective that can be conditioned on observations.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface Surrogate {

  /** Encodes the observations once; the result predicts at any number of points. */
  Posterior condition(Observations observations);
}
