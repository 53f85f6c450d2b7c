package dev.leadline.committee;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The committee written down as docs/network.md defines it: every matrix built and factored from
 * scratch, one point at a time. Slow and plain, to compare with.
 */
final class DenseReference {

  final CommitteeConfig config;
  final double[][] x;
  final double[] y;
  final double[] units; // of the inputs; none means all 1
  final double[] deviations; // of the values
  private final double[][][] covariance; // K + ηI, (G, N, N)
  final double[][][] lower; // its Cholesky factors
  final double[] scale;
  final double[] logWeight;
  final double[] weight;

  DenseReference(CommitteeConfig config, double[][] x, double[] y) {
    this(config, x, y, new double[0], new double[y.length]);
  }

  DenseReference(CommitteeConfig config, Observations observations) {
    this(
        config,
        observations.points(),
        observations.values(),
        observations.inputUnits(),
        observations.deviations());
  }

  private DenseReference(
      CommitteeConfig config, double[][] x, double[] y, double[] units, double[] deviations) {
    this.config = config;
    this.deviations = deviations;
    this.units = units;
    this.x = x;
    this.y = y;
    int count = config.members();
    covariance = new double[count][][];
    lower = new double[count][][];
    scale = new double[count];
    logWeight = new double[count];
    for (int k = 0; k < count; k++) {
      covariance[k] = covariance(k);
      lower[k] = cholesky(covariance[k]);
      double[] u = forward(lower[k], y);
      double quadratic = dot(u, u);
      double degrees = config.scaleDegrees();
      double logDeterminant = 0;
      for (int i = 0; i < y.length; i++) {
        logDeterminant += 2 * Math.log(lower[k][i][i]);
      }
      scale[k] = (degrees + quadratic) / (degrees + y.length);
      int kernel = k / config.noises().size();
      double z =
          kernel < config.lengthscales().size()
              ? Math.log(config.lengthscales().get(kernel) / config.priorMedian())
                  / config.priorSpread()
              : 0;
      logWeight[k] =
          -0.5 * logDeterminant
              - 0.5 * (degrees + y.length) * Math.log(degrees + quadratic)
              - 0.5 * z * z;
    }
    weight = weights();
  }

  boolean silent(int k) {
    return logWeight[k] < max() - config.cutoff();
  }

  double logShare(int k) {
    double sum = 0;
    for (double log : logWeight) {
      sum += Math.exp(log - max());
    }
    return logWeight[k] - max() - Math.log(sum);
  }

  double mean(int k, double[] point) {
    double[] u = forward(lower[k], kernels(k, point));
    return dot(u, forward(lower[k], y));
  }

  double variance(int k, double[] point) {
    double[] u = forward(lower[k], kernels(k, point));
    return scale[k] * Math.max(kernel(k, point, point) - dot(u, u), 1e-12);
  }

  double committeeMean(double[] memberMeans) {
    return dot(weight, memberMeans);
  }

  double committeeDeviation(double[] memberMeans, double[] memberVariances) {
    double mean = committeeMean(memberMeans);
    double variance = 0;
    for (int k = 0; k < weight.length; k++) {
      double shift = memberMeans[k] - mean;
      variance += weight[k] * (memberVariances[k] + shift * shift);
    }
    return Math.max(Math.sqrt(variance), 1e-6);
  }

  /** The reference that has not seen one observation, with the scales and weights of this one. */
  double[] leftOut(int k, int index) {
    int[] rest = IntStream.range(0, y.length).filter(i -> i != index).toArray();
    double[][] seen = new double[rest.length][];
    for (int i = 0; i < rest.length; i++) {
      seen[i] = picked(covariance[k][rest[i]], rest);
    }
    double[][] factor = cholesky(seen);
    double[] cross = picked(covariance[k][index], rest);
    double[] values = picked(y, rest);
    double[] u = forward(factor, cross);
    double variance = Math.max(kernel(k, x[index], x[index]) - dot(u, u), 1e-12);
    return new double[] {dot(u, forward(factor, values)), scale[k] * variance};
  }

  double kernel(int k, double[] a, double[] b) {
    double squared = 0;
    for (int j = 0; j < a.length; j++) {
      double unit = units.length == 0 ? 1 : units[j];
      squared += Math.pow(unit * (a[j] - b[j]), 2);
    }
    int kernel = k / config.noises().size();
    double distance = Math.sqrt(squared / a.length);
    if (kernel < config.lengthscales().size()) {
      return matern(distance / config.lengthscales().get(kernel)) + config.meanVariance();
    }
    AdditiveKernels additive = config.additive();
    double together = matern(distance / additive.interactionLengthscale());
    return (1 - additive.interaction()) * series(kernel - config.lengthscales().size(), a, b)
        + additive.interaction() * together
        + config.meanVariance();
  }

  private static double matern(double distance) {
    double t = Math.sqrt(5) * distance;
    return (1 + t + t * t / 3) * Math.exp(-t);
  }

  private double series(int index, double[] a, double[] b) {
    double lengthscale = config.additive().lengthscales().get(index);
    double sum = 0;
    double weights = 0;
    for (int m = 1; m <= config.additive().frequencies(); m++) {
      double weight = Math.pow(5 / Math.pow(lengthscale, 2) + Math.pow(Math.PI * m, 2), -3);
      weights += weight;
      for (int j = 0; j < a.length; j++) {
        sum += weight * Math.cos(Math.PI * m * a[j]) * Math.cos(Math.PI * m * b[j]);
      }
    }
    return 2 * sum / weights / a.length;
  }

  private double[] kernels(int k, double[] point) {
    double[] kernels = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      kernels[i] = kernel(k, x[i], point);
    }
    return kernels;
  }

  private double[][] covariance(int k) {
    double[][] matrix = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      matrix[i] = kernels(k, x[i]);
      matrix[i][i] += config.noises().get(k % config.noises().size());
      matrix[i][i] += deviations[i] * deviations[i];
    }
    return matrix;
  }

  private static double[] picked(double[] all, int[] indices) {
    return Arrays.stream(indices).mapToDouble(i -> all[i]).toArray();
  }

  private double[] weights() {
    double[] weights = new double[logWeight.length];
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      weights[k] = silent(k) ? 0 : Math.exp(logWeight[k] - max());
      sum += weights[k];
    }
    for (int k = 0; k < weights.length; k++) {
      weights[k] /= sum;
    }
    return weights;
  }

  private double max() {
    double max = Double.NEGATIVE_INFINITY;
    for (double log : logWeight) {
      max = Math.max(max, log);
    }
    return max;
  }

  static double[][] cholesky(double[][] matrix) {
    int n = matrix.length;
    double[][] l = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = matrix[i][j];
        for (int m = 0; m < j; m++) {
          sum -= l[i][m] * l[j][m];
        }
        l[i][j] = i == j ? Math.sqrt(sum) : sum / l[j][j];
      }
    }
    return l;
  }

  static double[] forward(double[][] l, double[] right) {
    double[] u = new double[right.length];
    for (int i = 0; i < u.length; i++) {
      double sum = right[i];
      for (int j = 0; j < i; j++) {
        sum -= l[i][j] * u[j];
      }
      u[i] = sum / l[i][i];
    }
    return u;
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
