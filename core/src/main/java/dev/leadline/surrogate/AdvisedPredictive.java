package dev.leadline.surrogate;

/** Predictions with a second opinion on each. Immutable and thread-safe. */
public final class AdvisedPredictive implements Predictive {

  private final Predictive belief;
  private final Predictive advice;

  /**
   * @param belief what is predicted
   * @param advice the second opinions, as many
   */
  public AdvisedPredictive(Predictive belief, Predictive advice) {
    if (belief.size() != advice.size()) {
      throw new IllegalArgumentException(
          "expected as many second opinions as predictions, %d, but got %d"
              .formatted(belief.size(), advice.size()));
    }
    this.belief = belief;
    this.advice = advice;
  }

  @Override
  public int size() {
    return belief.size();
  }

  @Override
  public Distribution get(int index) {
    return new Advised(belief.get(index), advice.get(index));
  }

  private record Advised(Distribution belief, Distribution advice) implements Distribution {

    @Override
    public double mean() {
      return belief.mean();
    }

    @Override
    public double variance() {
      return belief.variance();
    }

    @Override
    public double logDensity(double y) {
      return belief.logDensity(y);
    }

    @Override
    public double cdf(double y) {
      return belief.cdf(y);
    }

    @Override
    public double logCdf(double y) {
      return belief.logCdf(y);
    }

    @Override
    public double quantile(double probability) {
      return belief.quantile(probability);
    }

    @Override
    public double expectedImprovement(double incumbent) {
      return belief.expectedImprovement(incumbent);
    }

    @Override
    public double logExpectedImprovement(double incumbent) {
      return belief.logExpectedImprovement(incumbent);
    }
  }
}
