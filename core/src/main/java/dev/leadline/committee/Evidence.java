package dev.leadline.committee;

import java.util.ArrayList;
import java.util.List;

/** How well each member explains the values, and who has a say. Immutable and thread-safe. */
final class Evidence {

  private final double best;
  private final double[] logShare;
  private final List<Member> members;

  private Evidence(double best, double[] logShare, List<Member> members) {
    this.best = best;
    this.logShare = logShare;
    this.members = members;
  }

  /** Weighs the members by their marginal likelihood and prior. */
  static Evidence weigh(CommitteeConfig config, Factorisation factorisation, double[] values) {
    int count = config.members();
    double[][] whitened = new double[count][];
    double[] logWeight = new double[count];
    long operations = (long) count * values.length * values.length / 2;
    ParallelFor.run(
        count,
        operations,
        k -> {
          Factor factor = factorisation.factor(k);
          whitened[k] = factor.whiten(values);
          logWeight[k] =
              -0.5 * factor.logDeterminant()
                  - 0.5
                      * (config.scaleDegrees() + values.length)
                      * Math.log(config.scaleDegrees() + squaredLength(whitened[k]))
                  + config.logPrior(config.kernelOf(k));
        });
    return new Evidence(
        max(logWeight),
        logShare(logWeight),
        members(config, factorisation, logWeight, whitened, values.length));
  }

  /** The largest λ_k. */
  double best() {
    return best;
  }

  /** λ_k − logsumexp(λ) of every member, silent ones included. */
  double logShare(int member) {
    return logShare[member];
  }

  /** The members that have a say, in the order of their indices; at least one. */
  List<Member> members() {
    return members;
  }

  private static List<Member> members(
      CommitteeConfig config,
      Factorisation factorisation,
      double[] logWeight,
      double[][] whitened,
      int n) {
    double best = max(logWeight);
    double total = 0;
    for (double log : logWeight) {
      total += log < best - config.cutoff() ? 0 : Math.exp(log - best);
    }
    List<Member> members = new ArrayList<>();
    for (int k = 0; k < logWeight.length; k++) {
      if (!(logWeight[k] < best - config.cutoff())) {
        Factor factor = factorisation.factor(k);
        double degrees = config.scaleDegrees();
        double scale = (degrees + squaredLength(whitened[k])) / (degrees + n);
        double weight = Math.exp(logWeight[k] - best) / total;
        double[] solution = factor.unwhiten(whitened[k]);
        members.add(new Member(k, factor, config.noiseOf(k), weight, scale, solution));
      }
    }
    return List.copyOf(members);
  }

  private static double[] logShare(double[] logWeight) {
    double best = max(logWeight);
    double sum = 0;
    for (double log : logWeight) {
      sum += Math.exp(log - best);
    }
    double logSum = best + Math.log(sum);
    double[] share = new double[logWeight.length];
    for (int k = 0; k < share.length; k++) {
      share[k] = logWeight[k] - logSum;
    }
    return share;
  }

  private static double max(double[] values) {
    double max = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }

  private static double squaredLength(double[] vector) {
    double sum = 0;
    for (double value : vector) {
      sum += value * value;
    }
    return sum;
  }
}
