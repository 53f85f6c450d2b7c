package dev.leadline.committee;

import java.util.Arrays;
import java.util.List;

/**
 * How the evidence of isotropic processes for some values changes with the reach of each input.
 * Immutable and thread-safe.
 */
public final class EvidenceSlopes {

  /* ∂/∂ln ℓ_j of ln p(y) is ½·tr((ααᵀ/v − A⁻¹)·∂A/∂ln ℓ_j) with α = A⁻¹y and v the output scale. For Matérn-5/2 the derivative is
   * (5/3)/(ℓ²d)·(x_j − x'_j)²·(1 + t)·e^(−t), t = √5·r/ℓ. */

  private static final List<Double> LENGTHSCALES = List.of(.1, .2, .4, .8, 1.6, 3.2);
  private static final double NOISE = 1e-2;
  private static final double DEGREES = 4;
  private static final double STEEPEST = 1e3;

  private static final CommitteeConfig PROCESSES =
      new CommitteeConfig(LENGTHSCALES, List.of(NOISE), 1, .5, 1.5, DEGREES, 12);

  private final double[][] slopes;
  private final double[] weights;

  private EvidenceSlopes(double[][] slopes, double[] weights) {
    this.slopes = slopes;
    this.weights = weights;
  }

  /** The number of processes. */
  public static int processes() {
    return LENGTHSCALES.size();
  }

  /** Those of values on a model's scale; all 0 for fewer than two. */
  public static EvidenceSlopes of(int dimensions, double[][] points, double[] values) {
    int processes = processes();
    double[][] slopes = new double[dimensions][processes];
    double[] weights = new double[processes];
    if (values.length >= 2) {
      double[] equal = new double[dimensions];
      Arrays.fill(equal, 1);
      Factorisation factorisation = Factorisation.empty(PROCESSES, equal).at(points);
      double[] evidence = new double[processes];
      ParallelFor.run(
          processes,
          (long) processes * values.length * values.length * (values.length + dimensions),
          k -> evidence[k] = look(k, factorisation.factor(k), points, values, slopes));
      double most = Arrays.stream(evidence).max().orElseThrow();
      double sum = Arrays.stream(evidence).map(e -> Math.exp(e - most)).sum();
      Arrays.setAll(weights, k -> Math.exp(evidence[k] - most) / sum);
    }
    return new EvidenceSlopes(slopes, weights);
  }

  /** The slopes of an input at each process, over the root of the number of values. */
  public double[] of(int input) {
    return slopes[input].clone();
  }

  /** How likely each process is beside the others. */
  public double[] weights() {
    return weights.clone();
  }

  /** Fills in the slopes of one process and returns its log evidence. */
  private static double look(
      int process, Factor factor, double[][] points, double[] values, double[][] slopes) {
    int n = values.length;
    int d = slopes.length;
    double[] whitened = factor.whiten(values);
    double[] alpha = factor.unwhiten(whitened);
    double square = Arrays.stream(whitened).map(w -> w * w).sum();
    double scale = (square + DEGREES) / (n + DEGREES);
    double[][] inverse = inverse(factor.rows());
    double lengthscale = LENGTHSCALES.get(process);
    double[] sum = new double[d];
    double[] apart = new double[d];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < a; b++) {
        double distance = 0;
        for (int j = 0; j < d; j++) {
          double difference = points[a][j] - points[b][j];
          apart[j] = difference * difference;
          distance += apart[j];
        }
        double t = Matern.rate(lengthscale) * Math.sqrt(distance / d);
        double pull = (alpha[a] * alpha[b] / scale - inverse[a][b]) * (1 + t) * Math.exp(-t);
        VectorLoops.addScaled(sum, apart, pull, d);
      }
    }
    double unit = 5 / (3 * lengthscale * lengthscale * d);
    for (int j = 0; j < d; j++) {
      double slope = Math.max(-STEEPEST, Math.min(STEEPEST, unit * sum[j]));
      slopes[j][process] = slope / Math.sqrt(n);
    }
    return -0.5 * n * Math.log(scale) - 0.5 * factor.logDeterminant();
  }

  /** WᵀW, below its diagonal. */
  private static double[][] inverse(double[][] rows) {
    int n = rows.length;
    double[][] inverse = new double[n][n];
    for (double[] row : rows) {
      for (int a = 0; a < Math.min(n, row.length); a++) {
        VectorLoops.addScaled(inverse[a], row, row[a], a);
      }
    }
    return inverse;
  }
}
