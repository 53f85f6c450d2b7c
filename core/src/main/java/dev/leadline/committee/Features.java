package dev.leadline.committee;

import java.util.List;

/**
 * The numbers a network reads about a point; {@code docs/network.md} defines them and their order.
 * Immutable and thread-safe.
 */
final class Features {

  private static final double MAX_LOG_RATIO = 6;
  private static final double SHARE_UNIT = 4;
  private static final double MIN_DEVIATION = 1e-6;
  private static final double DISTANCE_FLOOR = 1e-8;

  private final CommitteeConfig config;
  private final Evidence evidence;
  private final double minimum;
  private final double logCount;
  private final double logDimensions;

  /**
   * @param minimum the smallest value of the context, 0 without one
   * @param size N
   * @param dimensions D
   */
  Features(CommitteeConfig config, Evidence evidence, double minimum, int size, int dimensions) {
    this.config = config;
    this.evidence = evidence;
    this.minimum = minimum;
    this.logCount = Math.log1p(size);
    this.logDimensions = Math.log(dimensions);
  }

  /** Writes the features of every point of a forecast, {@code width} numbers apart. */
  EnsembleFeatures describe(Forecast forecast, int width) {
    int m = forecast.size();
    float[] features = new float[Math.multiplyExact(m, width)];
    double[] mean = new double[m];
    double[] deviation = new double[m];
    long operations = 100L * m * config.members();
    int chunks = Math.min(m, 16);
    ParallelFor.run(
        chunks,
        operations,
        b -> {
          for (int c = (int) ((long) m * b / chunks);
              c < (int) ((long) m * (b + 1) / chunks);
              c++) {
            mean[c] = mean(forecast, c);
            deviation[c] = deviation(forecast, c, mean[c]);
            relative(forecast, c, mean[c], deviation[c], features, c * width);
            absolute(mean[c], deviation[c], forecast.nearest()[c], features, c * width);
          }
        });
    return new EnsembleFeatures(forecast, width, features, mean, deviation);
  }

  static double asinh(double x) {
    double size = Math.abs(x);
    return Math.copySign(Math.log1p(size + size * size / (1 + Math.sqrt(1 + size * size))), x);
  }

  private static double mean(Forecast forecast, int c) {
    double mean = 0;
    List<Member> members = forecast.members();
    for (int k = 0; k < members.size(); k++) {
      mean += members.get(k).weight() * forecast.mean()[k][c];
    }
    return mean;
  }

  private static double deviation(Forecast forecast, int c, double mean) {
    double variance = 0;
    List<Member> members = forecast.members();
    for (int k = 0; k < members.size(); k++) {
      double shift = forecast.mean()[k][c] - mean;
      variance += members.get(k).weight() * (forecast.variance()[k][c] + shift * shift);
    }
    return Math.max(Math.sqrt(variance), MIN_DEVIATION);
  }

  private void relative(
      Forecast forecast, int c, double mean, double deviation, float[] features, int at) {
    int count = config.members();
    double logDeviation = Math.log(deviation);
    List<Member> members = forecast.members();
    for (int k = 0; k < members.size(); k++) {
      int index = members.get(k).index();
      double ratio = 0.5 * Math.log(forecast.variance()[k][c]) - logDeviation;
      features[at + index] = (float) asinh((forecast.mean()[k][c] - mean) / deviation);
      features[at + count + index] =
          (float) Math.max(-MAX_LOG_RATIO, Math.min(MAX_LOG_RATIO, ratio));
    }
    for (int k = 0; k < count; k++) {
      features[at + 2 * count + k] =
          (float) (Math.max(evidence.logShare(k), -config.cutoff()) / SHARE_UNIT);
    }
  }

  private void absolute(
      double mean, double deviation, double nearest, float[] features, int start) {
    int at = start + 3 * config.members();
    features[at] = (float) asinh(mean);
    features[at + 1] = (float) Math.log(deviation);
    features[at + 2] = (float) asinh((mean - minimum) / deviation);
    features[at + 3] = (float) (0.5 * Math.log(nearest + DISTANCE_FLOOR));
    features[at + 4] = (float) logCount;
    features[at + 5] = (float) logDimensions;
  }
}
