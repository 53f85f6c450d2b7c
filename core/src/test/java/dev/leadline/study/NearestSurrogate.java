package dev.leadline.study;

import dev.leadline.surrogate.MixturePredictive;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Posterior;
import dev.leadline.surrogate.Surrogate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A surrogate that expects the value of the nearest point, less sure with the distance from any
 * point, awaited ones included.
 */
final class NearestSurrogate implements Surrogate {

  private final List<Observations> seen = new CopyOnWriteArrayList<>();

  /** All observations it was conditioned on, in order. */
  List<Observations> seen() {
    return seen;
  }

  Observations last() {
    return seen.get(seen.size() - 1);
  }

  @Override
  public Posterior condition(Observations observations) {
    seen.add(observations);
    return points -> {
      double[] means = new double[points.length];
      double[] deviations = new double[points.length];
      for (int i = 0; i < points.length; i++) {
        int nearest = nearest(observations, points[i]);
        means[i] = observations.value(nearest);
        deviations[i] = 1e-6 + distance(observations.point(nearest), points[i]);
        for (double[] awaited : observations.awaited()) {
          deviations[i] = Math.min(deviations[i], 1e-6 + distance(awaited, points[i]));
        }
      }
      return new MixturePredictive(new double[] {1}, means, deviations);
    };
  }

  private static int nearest(Observations observations, double[] point) {
    int best = 0;
    for (int i = 1; i < observations.size(); i++) {
      if (distance(observations.point(i), point) < distance(observations.point(best), point)) {
        best = i;
      }
    }
    return best;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }
}
