package dev.leadline.surrogate;

/** Predictions of a rest, which is scaled and added to what is known. Immutable, thread-safe. */
public final class OffsetPredictive implements Predictive {

  private final Predictive rest;
  private final double[] offsets;
  private final double scale;

  /**
   * @param offsets what is known of each point
   * @param scale positive
   */
  public OffsetPredictive(Predictive rest, double[] offsets, double scale) {
    if (rest.size() != offsets.length) {
      throw new IllegalArgumentException(
          "expected an offset for each of %d predictions but got %d"
              .formatted(rest.size(), offsets.length));
    }
    if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("expected a positive, finite scale but got " + scale);
    }
    this.rest = rest;
    this.offsets = offsets.clone();
    this.scale = scale;
  }

  @Override
  public int size() {
    return offsets.length;
  }

  @Override
  public Distribution get(int index) {
    return new Offset(rest.get(index), offsets[index], scale);
  }

  /** The distribution of offset + scale·Y. */
  private record Offset(Distribution rest, double offset, double scale) implements Distribution {

    private double in(double y) {
      return (y - offset) / scale;
    }

    @Override
    public double mean() {
      return offset + scale * rest.mean();
    }

    @Override
    public double variance() {
      return scale * scale * rest.variance();
    }

    @Override
    public double logDensity(double y) {
      return rest.logDensity(in(y)) - Math.log(scale);
    }

    @Override
    public double cdf(double y) {
      return rest.cdf(in(y));
    }

    @Override
    public double logCdf(double y) {
      return rest.logCdf(in(y));
    }

    @Override
    public double quantile(double probability) {
      return offset + scale * rest.quantile(probability);
    }

    @Override
    public double expectedImprovement(double incumbent) {
      return scale * rest.expectedImprovement(in(incumbent));
    }

    @Override
    public double logExpectedImprovement(double incumbent) {
      return Math.log(scale) + rest.logExpectedImprovement(in(incumbent));
    }
  }
}
