package dev.leadline.acquisition;

import java.util.List;

/**
 * What makes a candidate attractive after the trials so far. Used by one thread at a time; closing
 * releases the models behind it.
 */
@FunctionalInterface
public interface AcquisitionFunction extends AutoCloseable {

  /** The scores of some candidates, on a logarithmic scale; the largest is best. */
  Scores scores(double[][] candidates);

  /** Whether good candidates may lie on ridges that draws miss: then a search ends uphill. */
  default boolean hasNarrowRidges() {
    return false;
  }

  /** Points that are worth a look whatever else is proposed. */
  default List<double[]> promising() {
    return List.of();
  }

  @Override
  default void close() {}
}
