package dev.leadline.surrogate;

/**
 * What a surrogate believes after it has seen the observations.
 *
 * <p>Implementations are safe for use by one thread at a time. Closing releases whatever the
 * conditioning holds; predictions already made stay valid.
 */
public interface Posterior extends AutoCloseable {

  /**
   * Predicts the noise-free objective at each of the points.
   *
   * @param points M points of the unit cube, one per row
   */
  Predictive at(double[][] points);

  @Override
  default void close() {}
}
