package dev.leadline.acquisition;

/**
 * A further quality of candidates: a logarithm that is added to their acquisition values. Used by
 * one thread at a time.
 */
public interface LogWeight {

  /** All candidates weigh the same. */
  LogWeight EVEN =
      new LogWeight() {
        @Override
        public double[] of(double[][] candidates) {
          return new double[candidates.length];
        }

        @Override
        public double[] estimate(double[][] candidates) {
          return new double[candidates.length];
        }
      };

  /** The weight of each candidate. */
  double[] of(double[][] candidates);

  /** About the same for a small part of the price, where there is a second opinion. */
  double[] estimate(double[][] candidates);
}
