package dev.leadline.acquisition;

/**
 * A further quality of candidates: a logarithm that is added to their acquisition values. Used by
 * one thread at a time.
 */
@FunctionalInterface
public interface LogWeight {

  /** All candidates weigh the same. */
  LogWeight EVEN = candidates -> new double[candidates.length];

  /** The weight of each candidate. */
  double[] of(double[][] candidates);
}
