package dev.leadline.committee;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How alike the values of a study are to what was expected of them before any was seen: they are
 * {@code offset + slope·expected} and a rest of deviation {@code rest}.
 *
 * @param correlation ρ, what is alike of the study, in [−0.9, 0.99]
 */
record Likeness(double correlation, double offset, double slope, double rest) {

  /* The values are a + τ·(ρ·m + √(1 − ρ²)·g) with m what was expected and g a Gaussian process. The evidence of the values is in
   * closed form for each ρ, τ and kernel of g, with a offset a integrated out. This is the evidence of this study's values given
   * the earlier study alone: the joint evidence of several also asks whether they are alike among themselves. */

  private static final double[] CORRELATIONS = {-.9, -.5, 0, .4, .7, .85, .95, .99};
  private static final double[] PRIOR = {.03, .03, .1, .1, .14, .2, .2, .2};
  private static final double[] SCALES = {.25, .35, .5, .7, 1, 1.4, 2, 2.8, 4, 5.6, 8};
  private static final double SCALE_SPREAD = 1; // of ln τ about 0
  private static final double OFFSET_VARIANCE = 4;
  private static final int MOST = 64;
  private static final CommitteeConfig MEMBERS = CommitteeConfig.standard().isotropic();

  /** The values of a study as each kernel of the rest sees them. Immutable. */
  static final class Values {

    private final Observations seen;
    private final Factorisation factorisation;
    private final double[][] values; // whitened by each member
    private final double[][] ones;

    /**
     * @param known a factorisation to go on from, if it is in the same units
     */
    Values(Observations all, @Nullable Factorisation known) {
      seen = all.evenly(MOST);
      Factorisation start =
          known != null && Arrays.equals(known.units(), seen.inputUnits())
              ? known
              : Factorisation.empty(MEMBERS, seen.inputUnits());
      factorisation = start.at(seen.points(), Committee.variances(seen));
      double[] one = new double[seen.size()];
      Arrays.fill(one, 1);
      values = whitened(seen.values());
      ones = whitened(one);
    }

    private double[][] whitened(double[] plain) {
      return IntStream.range(0, MEMBERS.members())
          .mapToObj(k -> factorisation.factor(k).whiten(plain))
          .toArray(double[][]::new);
    }

    Factorisation factorisation() {
      return factorisation;
    }

    double[][] points() {
      return seen.points();
    }

    /**
     * @param expected of each of the points, with a deviation near 1 over the space
     */
    Likeness to(double[] expected) {
      double[][] whitened = whitened(expected);
      Mean mean = new Mean();
      for (int k = 0; k < MEMBERS.members(); k++) {
        double[] y = values[k];
        double[] m = whitened[k];
        double[] e = ones[k];
        double yy = dot(y, y);
        double ym = dot(y, m);
        double mm = dot(m, m);
        double ee = dot(e, e);
        double ey = dot(e, y);
        double em = dot(e, m);
        double prior =
            MEMBERS.logPrior(MEMBERS.kernelOf(k)) - 0.5 * factorisation.factor(k).logDeterminant();
        for (int r = 0; r < CORRELATIONS.length; r++) {
          for (double scale : SCALES) {
            double slope = CORRELATIONS[r] * scale;
            double variance = (1 - CORRELATIONS[r] * CORRELATIONS[r]) * scale * scale;
            double square = yy - 2 * slope * ym + slope * slope * mm;
            double pull = ey - slope * em;
            double precision = ee + variance / OFFSET_VARIANCE;
            double z = Math.log(scale) / SCALE_SPREAD;
            double evidence =
                prior
                    + Math.log(PRIOR[r])
                    - 0.5 * z * z
                    - 0.5 * (y.length - 1) * Math.log(variance)
                    - 0.5 * Math.log(precision)
                    - 0.5 * (square - pull * pull / precision) / variance;
            mean.add(evidence, CORRELATIONS[r], pull / precision, slope, variance);
          }
        }
      }
      return mean.likeness();
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** The mean of all hypotheses by their evidence. */
  private static final class Mean {

    private final double[] sum = new double[5];
    private double most = Double.NEGATIVE_INFINITY;

    void add(double evidence, double... numbers) {
      if (evidence > most) {
        double shrink = Math.exp(most - evidence);
        Arrays.setAll(sum, i -> sum[i] * shrink);
        most = evidence;
      }
      double weight = Math.exp(evidence - most);
      for (int i = 0; i < numbers.length; i++) {
        sum[i] += weight * numbers[i];
      }
      sum[4] += weight;
    }

    Likeness likeness() {
      return new Likeness(
          sum[0] / sum[4], sum[1] / sum[4], sum[2] / sum[4], Math.sqrt(sum[3] / sum[4]));
    }
  }
}
