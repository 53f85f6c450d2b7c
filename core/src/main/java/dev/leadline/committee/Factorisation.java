package dev.leadline.committee;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The factors of all members at the same points, in the same units. Immutable, thread-safe. */
final class Factorisation {

  /** So many rows are made at a time: their covariances fit into a cache. */
  private static final int BLOCK = 64;

  private final CommitteeConfig config;
  private final double[] units;
  private final double[][] points;
  private final double[] variances;
  private final Factor[] factors;

  private Factorisation(
      CommitteeConfig config,
      double[] units,
      double[][] points,
      double[] variances,
      Factor[] factors) {
    this.config = config;
    this.units = units;
    this.points = points;
    this.variances = variances;
    this.factors = factors;
  }

  /**
   * The factorisation of no points.
   *
   * @param units of the inputs, in which distances are measured
   */
  static Factorisation empty(CommitteeConfig config, double[] units) {
    Factor[] factors = new Factor[config.members()];
    for (int k = 0; k < factors.length; k++) {
      factors[k] = Factor.empty(config.noiseOf(k));
    }
    return new Factorisation(config, units, new double[0][], new double[0], factors);
  }

  int size() {
    return points.length;
  }

  int dimensions() {
    return units.length;
  }

  /** The units of the inputs. Not to change. */
  double[] units() {
    return units;
  }

  /** The points, one per row. Not to change. */
  double[][] points() {
    return points;
  }

  /** What each value varies by beyond the noise of a member, as a part of its scale. */
  double[] variances() {
    return variances;
  }

  Factor factor(int member) {
    return factors[member];
  }

  /** Whether other points are fewer and have nothing in common with these. */
  boolean outlasts(double[][] other, double[] varying) {
    return other.length > 0 && other.length < points.length && commonPrefix(other, varying) == 0;
  }

  /** The factorisation at the longest common beginning of these points and others. */
  Factorisation commonWith(double[][] other, double[] varying) {
    int keep = commonPrefix(other, varying);
    if (keep == points.length) {
      return this;
    }
    Factor[] kept = new Factor[factors.length];
    for (int k = 0; k < kept.length; k++) {
      kept[k] = factors[k].first(keep);
    }
    return new Factorisation(
        config, units, Arrays.copyOf(points, keep), Arrays.copyOf(variances, keep), kept);
  }

  /** The factorisation at other points at which values are as sure as members hold all for. */
  Factorisation at(double[][] other) {
    return at(other, new double[other.length]);
  }

  /**
   * The factorisation at other points, which reuses the rows of the longest common beginning.
   *
   * @param varying as {@link #variances}
   */
  Factorisation at(double[][] other, double[] varying) {
    return at(other, varying, IntStream.range(0, config.members()).boxed().toList());
  }

  /** The same for some of the members only; the factors of others are not to be asked for. */
  Factorisation at(double[][] other, double[] varying, List<Integer> members) {
    int keep = commonPrefix(other, varying);
    if (keep == other.length) {
      return commonWith(other, varying);
    }
    List<double[]> terms = terms(Arrays.copyOfRange(other, keep, other.length));
    Columns columns = columns(other);
    Factor[] extended = factors.clone();
    List<List<Integer>> byKernel =
        List.copyOf(members.stream().collect(Collectors.groupingBy(config::kernelOf)).values());
    long operations = (long) members.size() * other.length * other.length * (other.length - keep);
    ParallelFor.run(
        byKernel.size(),
        operations,
        g -> {
          List<Integer> group = byKernel.get(g);
          group.forEach(k -> extended[k] = extended[k].first(keep));
          for (int from = keep; from < other.length; from = blockEnd(from, other.length)) {
            int to = blockEnd(from, other.length);
            double[][] fresh = Arrays.copyOfRange(other, from, to);
            List<double[]> freshTerms = terms.subList(from - keep, to - keep);
            int kernel = config.kernelOf(group.get(0));
            double[][] covariance = covariance(kernel, fresh, freshTerms, columns, to);
            for (int i = from; i < to; i++) {
              covariance[i - from][i] += varying[i];
            }
            FreshPoints points = new FreshPoints(covariance, to);
            group.forEach(k -> extended[k] = extended[k].with(points));
          }
        });
    return new Factorisation(config, units, other, varying, extended);
  }

  /** The cosine series of each point; not to change. */
  List<double[]> terms() {
    return terms(points);
  }

  private List<double[]> terms(double[][] of) {
    int frequencies = config.additive().frequencies();
    return Arrays.stream(of).map(point -> CosineSeries.terms(point, frequencies)).toList();
  }

  private static int blockEnd(int from, int end) {
    return Math.min((from / BLOCK + 1) * BLOCK, end);
  }

  /** All points as columns, for all kernels and threads. */
  private Columns columns(double[][] all) {
    Columns columns =
        new Columns(units, config.additive().frequencies(), VectorLoops.padded(all.length));
    columns.fill(all, 0, all.length);
    if (!config.additive().lengthscales().isEmpty()) {
      columns.series(); // before threads share it
    }
    return columns;
  }

  /** The covariances of fresh points with the first points: (fresh, padded count). */
  private double[][] covariance(
      int kernel, double[][] fresh, List<double[]> terms, Columns columns, int count) {
    KernelSweep sweep =
        new KernelSweep(config, units, fresh, terms, VectorLoops.padded(count), List.of());
    sweep.place(columns, count);
    sweep.step(kernel, columns);
    return Arrays.copyOf(sweep.value(), fresh.length);
  }

  private int commonPrefix(double[][] other, double[] varying) {
    int limit = Math.min(points.length, other.length);
    int keep = 0;
    while (keep < limit
        && variances[keep] == varying[keep]
        && Arrays.equals(points[keep], other[keep])) {
      keep++;
    }
    return keep;
  }
}
