package dev.leadline.goals;

import dev.leadline.surrogate.LogSumExp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The values of one goal, in a model's units, at which expected improvements are looked up, and how
 * long the way between them is in the units in which volumes are measured. Immutable, thread-safe.
 */
final class GoalGrid {

  /* Between neighbouring values the way back from the model's units is taken to be straight. Then the improvement
   * E[max(0, c − Y)] in the units of volume is a sum of those in the model's units, one for each piece, times its slope. */

  private static final double WIDEST = 0.5;
  private static final double[] BELOW = {4, 2, 1, 0.5, 0.25};

  private final double[] values; // increasing, in the model's units
  private final double[] slope; // of the piece that ends at each value; the first has no beginning
  private final int[] place; // of each knot

  /**
   * @param knots increasing, in the model's units
   * @param outside from the model's units to those of volume; increasing
   */
  GoalGrid(double[] knots, DoubleUnaryOperator outside) {
    List<Double> all = new ArrayList<>();
    for (double below : BELOW) {
      all.add(knots[0] - below);
    }
    this.place = new int[knots.length];
    for (int i = 0; i < knots.length; i++) {
      double from = all.get(all.size() - 1);
      int pieces = (int) Math.max(1, Math.ceil((knots[i] - from) / WIDEST));
      for (int piece = 1; piece < pieces; piece++) {
        all.add(from + (knots[i] - from) * piece / pieces);
      }
      all.add(knots[i]);
      place[i] = all.size() - 1;
    }
    this.values = all.stream().mapToDouble(Double::doubleValue).toArray();
    double[] far = Arrays.stream(values).map(outside).toArray();
    double unit = far[far.length - 1] - far[place[0] - 1];
    this.slope = new double[values.length];
    for (int i = 1; i < slope.length; i++) {
      slope[i] = Math.max(0, (far[i] - far[i - 1]) / (values[i] - values[i - 1]) / unit);
    }
    slope[0] = slope[1];
  }

  /** A function of all values. */
  double[] map(DoubleUnaryOperator function) {
    double[] found = new double[values.length];
    for (int i = 0; i < found.length; i++) {
      found[i] = function.applyAsDouble(values[i]);
    }
    return found;
  }

  /** The improvements on the knots in the units of volume, from those on all values. */
  double[] onKnots(double[] improvements) {
    double[] found = new double[place.length];
    double sum = 0;
    double before = 0;
    int knot = 0;
    for (int i = 0; i < values.length; i++) {
      sum += slope[i] * Math.max(0, improvements[i] - before);
      before = improvements[i];
      if (i == place[knot]) {
        found[knot++] = sum;
      }
    }
    return found;
  }

  /** The logarithms of the improvements between a knot and the one before it, likewise. */
  double[] logBetweenKnots(double[] logImprovements) {
    double[] found = new double[place.length];
    double before = Double.NEGATIVE_INFINITY;
    int i = 0;
    for (int knot = 0; knot < place.length; knot++) {
      LogSumExp sum = new LogSumExp();
      for (; i <= place[knot]; i++) {
        sum.add(Math.log(slope[i]) + logDifference(logImprovements[i], before));
        before = logImprovements[i];
      }
      found[knot] = sum.value();
    }
    return found;
  }

  /** ln(e^a − e^b), a ≥ b up to rounding. */
  private static double logDifference(double a, double b) {
    return a > b ? a + Math.log(-Math.expm1(b - a)) : Double.NEGATIVE_INFINITY;
  }
}
