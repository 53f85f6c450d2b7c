package dev.leadline.surrogate;

/** Predictions with a second opinion on each. Immutable and thread-safe. */
public final class CorrectedPredictive implements Predictive {

  private final Predictive prediction;
  private final Predictive base;

  /**
   * @param prediction what is predicted
   * @param base the second opinions, as many
   */
  public CorrectedPredictive(Predictive prediction, Predictive base) {
    if (prediction.size() != base.size()) {
      throw new IllegalArgumentException(
          "expected as many second opinions as predictions, %d, but got %d"
              .formatted(prediction.size(), base.size()));
    }
    this.prediction = prediction;
    this.base = base;
  }

  @Override
  public int size() {
    return prediction.size();
  }

  @Override
  public Distribution get(int index) {
    return new Corrected(prediction.get(index), base.get(index));
  }

  private record Corrected(Distribution prediction, Distribution base) implements Distribution {

    @Override
    public double mean() {
      return prediction.mean();
    }

    @Override
    public double variance() {
      return prediction.variance();
    }

    @Override
    public double logDensity(double y) {
      return prediction.logDensity(y);
    }

    @Override
    public double cdf(double y) {
      return prediction.cdf(y);
    }

    @Override
    public double logCdf(double y) {
      return prediction.logCdf(y);
    }

    @Override
    public double quantile(double probability) {
      return prediction.quantile(probability);
    }

    @Override
    public double expectedImprovement(double incumbent) {
      return prediction.expectedImprovement(incumbent);
    }

    @Override
    public double logExpectedImprovement(double incumbent) {
      return prediction.logExpectedImprovement(incumbent);
    }
  }
}
