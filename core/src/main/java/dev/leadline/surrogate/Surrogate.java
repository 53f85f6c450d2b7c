package dev.leadline.surrogate;

/**
 * A model of the objective that can be conditioned on observations.
 *
 * <p>Implementations are thread-safe.
 */
public interface Surrogate extends UnitsJudge {

  /** Encodes the observations once; the result predicts at any number of points. */
  Posterior condition(Observations observations);

  /** {@inheritDoc} They reach {@link #condition} with the observations. */
  @Override
  default double[] inputUnits(Observations observations) {
    return new Observations(observations.dimensions(), new double[0][], new double[0]).inputUnits();
  }
}
