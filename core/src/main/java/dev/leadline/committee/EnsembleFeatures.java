package dev.leadline.committee;

/**
 * What the committee says about some points, as the network reads it: features, means and standard
 * deviations. Immutable and thread-safe.
 *
 * <p>The order of the features is that of {@code docs/network.md}.
 */
public final class EnsembleFeatures {

  private final int width;
  private final float[] features;
  private final double[] mean;
  private final double[] deviation;
  private final Forecast forecast;

  EnsembleFeatures(
      Forecast forecast, int width, float[] features, double[] mean, double[] deviation) {
    this.forecast = forecast;
    this.width = width;
    this.features = features;
    this.mean = mean;
    this.deviation = deviation;
  }

  /** The number of points, M. */
  public int size() {
    return forecast.size();
  }

  /** The number of features per point, F. */
  public int width() {
    return width;
  }

  /** The features, (M, F), row by row. */
  public float[] features() {
    return features.clone();
  }

  /** The committee's mean at each point, μ. */
  public double[] mean() {
    return mean.clone();
  }

  /** The committee's standard deviation at each point, σ. */
  public double[] deviation() {
    return deviation.clone();
  }
}
