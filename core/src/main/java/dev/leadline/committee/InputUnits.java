package dev.leadline.committee;

import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The units in which distances along each input are measured, from the slopes of a first guess of
 * the objective: one factor in [0.05, 1] per input, small where the objective hardly moves.
 * Immutable and thread-safe.
 */
public final class InputUnits {

  /* The guess is the best of the isotropic members at one noise. An input's relevance is the mean square of its slope at the
  observed points, shrunk towards the average of all inputs as if d observations had said that all are alike. The second pass
  sees through the units of the first. More parameters explain more by themselves: the units count only if the best evidence
  rises by what d − 1 fitted parameters would have to pay, otherwise all are 1. */

  /** The smallest unit. */
  public static final double SMALLEST = 0.05;

  /** How often the slopes are looked at, each time in the units of the time before. */
  public static final int PASSES = 2;

  /** Fewer observations say nothing. */
  public static final int FEWEST = 3;

  private static final int MOST = 128;

  private final CommitteeConfig pilot;

  /**
   * @param config the committee whose isotropic lengthscales and prior are used
   */
  public InputUnits(CommitteeConfig config) {
    pilot = pilot(config);
  }

  /** The members among which the first guess is chosen. */
  public static CommitteeConfig pilot(CommitteeConfig config) {
    return config.isotropic().pilot();
  }

  /** The places of the observations that are looked at, spread evenly over so many. */
  public static long[] selection(int size) {
    long[] places = new long[Math.min(size, MOST)];
    Arrays.setAll(places, i -> Observations.evenPlace(i, places.length, size));
    return places;
  }

  /**
   * The units for observations on the model's scale, whatever units they come in: of many an even
   * selection is looked at. All 1 for fewer than three.
   */
  public double[] of(Observations observations) {
    int size = observations.size();
    int dimensions = observations.dimensions();
    double[] equal = new double[dimensions];
    Arrays.fill(equal, 1);
    if (dimensions == 1 || size < FEWEST) {
      return equal;
    }
    Observations seen = observations.evenly(MOST);
    Guess without = new Guess(pilot, seen, equal);
    Guess guess = without;
    double[] units = equal;
    for (int pass = 0; pass < PASSES; pass++) {
      units = units(guess.squaredSlopes(), (double) dimensions / size);
      guess = new Guess(pilot, seen, units);
    }
    double price = 0.5 * (dimensions - 1) * Math.log(size);
    return guess.logEvidence() - without.logEvidence() > price ? units : equal;
  }

  /** s_j = √((g_j²/ḡ² + λ)/(1 + λ)) over the largest. */
  private static double[] units(double[] squaredSlopes, double shrinkage) {
    double average = Arrays.stream(squaredSlopes).average().orElseThrow();
    double most = Arrays.stream(squaredSlopes).max().orElseThrow();
    double[] units = new double[squaredSlopes.length];
    for (int j = 0; j < units.length; j++) {
      double share =
          average > 0 ? (squaredSlopes[j] + shrinkage * average) / (most + shrinkage * average) : 1;
      units[j] = Math.max(SMALLEST, Math.sqrt(share));
    }
    return units;
  }

  /** The best isotropic process in given units. */
  private static final class Guess {

    private final Observations seen;
    private final double[] units;
    private final Evidence evidence;
    private final Member best;
    private final double lengthscale;

    Guess(CommitteeConfig pilot, Observations seen, double[] units) {
      this.seen = seen;
      this.units = units;
      Factorisation factorisation =
          Factorisation.empty(pilot, units).at(seen.points(), Committee.variances(seen));
      evidence = Evidence.weigh(pilot, factorisation, seen.values());
      best =
          evidence.members().stream().max(Comparator.comparingDouble(Member::weight)).orElseThrow();
      lengthscale = pilot.lengthscales().get(best.index());
    }

    double logEvidence() {
      return evidence.best();
    }

    /** The mean over the points of (∂_j posterior mean)², up to a common factor. */
    double[] squaredSlopes() {
      double[][] measured = Distances.in(units, seen.points());
      double[] sums = new double[units.length];
      for (double[] point : measured) {
        double[] slope = slope(point, measured);
        for (int j = 0; j < sums.length; j++) {
          sums[j] += Math.pow(units[j] * slope[j], 2);
        }
      }
      return sums;
    }

    /* d/dr of (1 + t + t²/3)·e^(−t), t = √5·r/ℓ, is −(5/3)·r/ℓ²·(1 + t)·e^(−t). */
    private double[] slope(double[] point, double[][] measured) {
      double[] slope = new double[point.length];
      for (int i = 0; i < measured.length; i++) {
        double square = 0;
        for (int j = 0; j < point.length; j++) {
          square += Math.pow(point[j] - measured[i][j], 2);
        }
        double t = Matern.rate(lengthscale) * Math.sqrt(square / point.length);
        double pull = best.solution()[i] * (1 + t) * Math.exp(-t);
        for (int j = 0; j < point.length; j++) {
          slope[j] -= pull * (point[j] - measured[i][j]);
        }
      }
      return slope;
    }
  }
}
