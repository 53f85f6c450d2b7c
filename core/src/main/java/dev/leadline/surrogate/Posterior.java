package dev.leadline.surrogate;

import java.util.Optional;

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

  /**
   * The second opinions that {@link #at} would come with, for a small part of its price; empty if
   * there are none.
   *
   * @param points M points of the unit cube, one per row
   */
  default Optional<Predictive> base(double[][] points) {
    return Optional.empty();
  }

  @Override
  default void close() {}
}
