package dev.leadline.committee;

import java.util.Arrays;
import java.util.List;

/** The factors of all members at the same points. Immutable and thread-safe. */
final class Factorisation {

  private final CommitteeConfig config;
  private final int dimensions;
  private final double[][] points;
  private final Factor[] factors;

  private Factorisation(
      CommitteeConfig config, int dimensions, double[][] points, Factor[] factors) {
    this.config = config;
    this.dimensions = dimensions;
    this.points = points;
    this.factors = factors;
  }

  /** The factorisation of no points. */
  static Factorisation empty(CommitteeConfig config, int dimensions) {
    Factor[] factors = new Factor[config.members()];
    for (int k = 0; k < factors.length; k++) {
      factors[k] = Factor.empty(config.noiseOf(k));
    }
    return new Factorisation(config, dimensions, new double[0][], factors);
  }

  int size() {
    return points.length;
  }

  int dimensions() {
    return dimensions;
  }

  /** The points, one per row. Not to change. */
  double[][] points() {
    return points;
  }

  Factor factor(int member) {
    return factors[member];
  }

  /** The factorisation at the longest common beginning of these points and others. */
  Factorisation commonWith(double[][] other) {
    int keep = commonPrefix(other);
    if (keep == points.length) {
      return this;
    }
    Factor[] kept = new Factor[factors.length];
    for (int k = 0; k < kept.length; k++) {
      kept[k] = factors[k].extend(keep, new double[0][]);
    }
    return new Factorisation(config, dimensions, Arrays.copyOf(points, keep), kept);
  }

  /** The factorisation at other points, which reuses the rows of the longest common beginning. */
  Factorisation at(double[][] other) {
    int keep = commonPrefix(other);
    if (keep == points.length && keep == other.length) {
      return this;
    }
    double[][] columns =
        Distances.columns(other, 0, other.length, dimensions, VectorLoops.padded(other.length));
    double[][] distances = distances(other, keep, columns);
    double[][] series = series(columns);
    int noises = config.noises().size();
    Factor[] extended = new Factor[factors.length];
    long operations = (long) factors.length * other.length * other.length * (other.length - keep);
    Fork.run(
        config.kernels(),
        operations,
        l -> {
          double[][] covariance = covariance(l, distances, other, keep, series);
          for (int k = l * noises; k < (l + 1) * noises; k++) {
            extended[k] = factors[k].extend(keep, covariance);
          }
        });
    return new Factorisation(config, dimensions, other, extended);
  }

  /** The cosine series of each point; not to change. */
  List<double[]> terms() {
    int frequencies = config.additive().frequencies();
    return Arrays.stream(points).map(point -> CosineSeries.terms(point, frequencies)).toList();
  }

  /** The distances of the points from {@code keep} on to all points: (N − keep, padded N). */
  private static double[][] distances(double[][] all, int keep, double[][] columns) {
    int width = VectorLoops.padded(all.length);
    double[][] distances = new double[all.length - keep][width];
    for (int i = keep; i < all.length; i++) {
      Distances.squared(all[i], columns, distances[i - keep], width);
      Distances.root(distances[i - keep], width);
    }
    return distances;
  }

  /** The cosine series of all points, one row per term; none without additive kernels. */
  private double[][] series(double[][] columns) {
    if (config.additive().lengthscales().isEmpty()) {
      return new double[0][];
    }
    int width = columns[0].length;
    int frequencies = config.additive().frequencies();
    double[][] series = new double[CosineSeries.length(dimensions, frequencies)][width];
    CosineSeries.fill(columns, frequencies, series, width);
    return series;
  }

  /** The covariances of the points from {@code keep} on with all points: (N − keep, padded N). */
  private double[][] covariance(
      int kernel, double[][] distances, double[][] all, int keep, double[][] series) {
    int index = config.additiveIndex(kernel);
    AdditiveKernels additive = config.additive();
    if (index < 0) {
      return isotropic(distances, config.lengthscales().get(kernel), 1);
    }
    double[][] covariance =
        isotropic(distances, additive.interactionLengthscale(), additive.interaction());
    double[] coefficients = additive.coefficients(index, dimensions);
    for (int i = 0; i < covariance.length; i++) {
      double[] terms = CosineSeries.terms(all[keep + i], additive.frequencies());
      double[] factors = VectorLoops.product(coefficients, terms);
      CosineSeries.add(covariance[i], factors, series, covariance[i].length);
    }
    return covariance;
  }

  private double[][] isotropic(double[][] distances, double lengthscale, double share) {
    double rate = Matern.rate(lengthscale);
    double[][] covariance = new double[distances.length][];
    for (int i = 0; i < distances.length; i++) {
      int width = distances[i].length;
      double[] decay = new double[width];
      Matern.decay(distances[i], rate, decay, width);
      Matern.correlation(distances[i], decay, rate, share, config.meanVariance(), decay, width);
      covariance[i] = decay;
    }
    return covariance;
  }

  private int commonPrefix(double[][] other) {
    int limit = Math.min(points.length, other.length);
    int keep = 0;
    while (keep < limit && Arrays.equals(points[keep], other[keep])) {
      keep++;
    }
    return keep;
  }
}
