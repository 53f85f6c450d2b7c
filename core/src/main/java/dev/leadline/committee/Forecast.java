package dev.leadline.committee;

import dev.leadline.surrogate.MixturePredictive;
import java.util.List;

/** Means and latent variances of the members that have a say, at M points; filled once. */
final class Forecast {

  private final List<Member> members;
  private final double[][] mean;
  private final double[][] variance;
  private final int points;

  /** A forecast to be filled. */
  Forecast(List<Member> members, int points) {
    this.members = members;
    mean = new double[members.size()][points];
    variance = new double[members.size()][points];
    this.points = points;
  }

  /** The number of points, M. */
  int size() {
    return points;
  }

  List<Member> members() {
    return members;
  }

  /** (members, M). */
  double[][] mean() {
    return mean;
  }

  /** (members, M). */
  double[][] variance() {
    return variance;
  }

  /** The mixture of the members at each point. */
  MixturePredictive predictive(EvidenceWeight trust) {
    int count = members.size();
    double[] weights = new double[count];
    double[] means = new double[size() * count];
    double[] deviations = new double[size() * count];
    for (int k = 0; k < count; k++) {
      weights[k] = Math.pow(members.get(k).weight(), trust.power());
      for (int c = 0; c < size(); c++) {
        means[c * count + k] = mean[k][c];
        deviations[c * count + k] = Math.sqrt(variance[k][c]);
      }
    }
    return new MixturePredictive(weights, means, deviations);
  }
}
