package dev.leadline.surrogate;

/** A running ln Σ exp(term) that neither over- nor underflows. Not thread-safe. */
public final class LogSumExp {

  private double largest = Double.NEGATIVE_INFINITY;
  private double sum;

  /** An empty sum. */
  public LogSumExp() {}

  /** Adds a term by its logarithm. */
  public void add(double logTerm) {
    if (logTerm == Double.NEGATIVE_INFINITY) {
      return;
    }
    if (logTerm > largest) {
      sum = sum * Math.exp(largest - logTerm) + 1;
      largest = logTerm;
    } else {
      sum += Math.exp(logTerm - largest);
    }
  }

  /** The logarithm of the sum; −∞ if nothing was added. */
  public double value() {
    return largest + Math.log(sum);
  }
}
