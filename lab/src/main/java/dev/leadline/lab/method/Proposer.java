package dev.leadline.lab.method;

/**
 * The suggestions for some lanes. Not thread-safe.
 *
 * <p>Between two calls the caller adds one observation to each lane, at the point suggested.
 */
public interface Proposer extends AutoCloseable {

  /** The next point of each lane, snapped. */
  double[][] propose();

  @Override
  default void close() {}
}
