package dev.leadline.committee;

import java.util.Arrays;
import java.util.List;

/** The factors of all members at the same points, in the same units. Immutable, thread-safe. */
final class Factorisation {

  private final CommitteeConfig config;
  private final double[] units;
  private final double[][] points;
  private final Factor[] factors;

  private Factorisation(
      CommitteeConfig config, double[] units, double[][] points, Factor[] factors) {
    this.config = config;
    this.units = units;
    this.points = points;
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
    return new Factorisation(config, units, new double[0][], factors);
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

  Factor factor(int member) {
    return factors[member];
  }

  /** Whether other points are fewer and have nothing in common with these: a glance aside. */
  boolean outlasts(double[][] other) {
    return other.length > 0 && other.length < points.length && commonPrefix(other) == 0;
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
    return new Factorisation(config, units, Arrays.copyOf(points, keep), kept);
  }

  /** The factorisation at other points, which reuses the rows of the longest common beginning. */
  Factorisation at(double[][] other) {
    int keep = commonPrefix(other);
    if (keep == other.length) {
      return commonWith(other);
    }
    double[][] fresh = Arrays.copyOfRange(other, keep, other.length);
    List<double[]> terms = terms(fresh);
    int noises = config.noises().size();
    Factor[] extended = new Factor[factors.length];
    long operations = (long) factors.length * other.length * other.length * (other.length - keep);
    Fork.run(
        config.kernels(),
        operations,
        l -> {
          double[][] covariance = covariance(l, fresh, terms, other);
          for (int k = l * noises; k < (l + 1) * noises; k++) {
            extended[k] = factors[k].extend(keep, covariance);
          }
        });
    return new Factorisation(config, units, other, extended);
  }

  /** The cosine series of each point; not to change. */
  List<double[]> terms() {
    return terms(points);
  }

  private List<double[]> terms(double[][] of) {
    int frequencies = config.additive().frequencies();
    return Arrays.stream(of).map(point -> CosineSeries.terms(point, frequencies)).toList();
  }

  /** The covariances of fresh points with all points: (fresh, padded N). */
  private double[][] covariance(
      int kernel, double[][] fresh, List<double[]> terms, double[][] all) {
    Ladder ladder = new Ladder(config, units, fresh, terms, VectorLoops.padded(all.length));
    ladder.place(all, 0, all.length);
    ladder.step(kernel);
    return Arrays.copyOf(ladder.value(), fresh.length);
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
