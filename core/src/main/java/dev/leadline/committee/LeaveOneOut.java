package dev.leadline.committee;

import java.util.Arrays;
import java.util.List;

/** What each member says about an observation it has not seen, from the inverse for free. */
final class LeaveOneOut {

  private LeaveOneOut() {}

  /** Means and latent variances at each observation when that one is left out. */
  static Forecast forecast(Factorisation factorisation, List<Member> members, double[] values) {
    int n = values.length;
    Forecast forecast = new Forecast(members, n);
    ParallelFor.run(
        members.size(),
        (long) members.size() * n * n,
        k -> {
          Member member = members.get(k);
          double[] precision = member.factor().precision();
          double[] own = factorisation.variances();
          for (int i = 0; i < n; i++) {
            forecast.mean()[k][i] = values[i] - member.solution()[i] / precision[i];
            forecast.variance()[k][i] = member.variance(1 / precision[i] - member.noise() - own[i]);
          }
        });
    nearestOther(factorisation, forecast.nearest());
    return forecast;
  }

  /** Appends asinh(y) and asinh((y − μ)/σ) to the features of each observation. */
  static EnsembleFeatures withValues(EnsembleFeatures opinion, Forecast forecast, double[] values) {
    float[] features = opinion.features();
    double[] mean = opinion.mean();
    double[] deviation = opinion.deviation();
    for (int i = 0; i < values.length; i++) {
      int end = (i + 1) * opinion.width();
      features[end - 2] = (float) Features.asinh(values[i]);
      features[end - 1] = (float) Features.asinh((values[i] - mean[i]) / deviation[i]);
    }
    return new EnsembleFeatures(forecast, opinion.width(), features, mean, deviation);
  }

  private static void nearestOther(Factorisation factorisation, double[] nearest) {
    double[][] points = Distances.in(factorisation.units(), factorisation.points());
    int n = points.length;
    double[][] columns = Distances.columns(points, 0, n, factorisation.dimensions(), n);
    double[] squared = new double[n];
    Arrays.fill(nearest, n == 1 ? 1 : Double.POSITIVE_INFINITY);
    for (int i = 0; i < n; i++) {
      Distances.squared(points[i], columns, squared, n);
      squared[i] = Double.POSITIVE_INFINITY;
      Distances.lower(nearest, squared, n);
    }
  }
}
