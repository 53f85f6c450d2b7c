package dev.leadline.lab.goals;

import dev.leadline.acquisition.Hypervolume;
import java.util.Arrays;
import java.util.List;

/**
 * A problem with two or three goals over real inputs; all goals are to be small. Immutable and
 * thread-safe.
 *
 * @param function what peers call the formula behind it
 * @param lower the least value of each input
 * @param upper the largest
 * @param ideal the best value of each goal
 * @param reference the values beyond which nothing counts
 * @param polynomials the formulas of the goals where they are polynomials, else none
 */
public record GoalProblem(
    String name,
    String function,
    List<Double> lower,
    List<Double> upper,
    List<Double> ideal,
    List<Double> reference,
    List<String> polynomials) {

  public GoalProblem {
    lower = List.copyOf(lower);
    upper = List.copyOf(upper);
    ideal = List.copyOf(ideal);
    reference = List.copyOf(reference);
    polynomials = List.copyOf(polynomials);
  }

  /** The number of inputs. */
  public int dimensions() {
    return lower.size();
  }

  /** The number of goals. */
  public int goals() {
    return ideal.size();
  }

  /** The goals at a point of the unit cube. */
  public double[] at(double[] unit) {
    double[] x = new double[unit.length];
    for (int d = 0; d < x.length; d++) {
      x[d] = lower.get(d) + unit[d] * (upper.get(d) - lower.get(d));
    }
    return polynomials.isEmpty()
        ? GoalFormula.of(function).at(x, goals())
        : polynomials.stream().mapToDouble(text -> new Polynomial(text).at(x)).toArray();
  }

  /** What some points reach of the box between ideal and reference, between 0 and 1. */
  public double reached(List<double[]> values) {
    double box = 1;
    for (int k = 0; k < goals(); k++) {
      box *= reference.get(k) - ideal.get(k);
    }
    double[] beyond = reference.stream().mapToDouble(Double::doubleValue).toArray();
    return Hypervolume.of(values.toArray(double[][]::new), beyond) / box;
  }

  /** A problem on a box with the same bounds for every input. */
  static GoalProblem cube(
      String name, String function, int dimensions, double[] ideal, double[] reference) {
    return new GoalProblem(
        name,
        function,
        Arrays.stream(new double[dimensions]).boxed().toList(),
        Arrays.stream(new double[dimensions]).map(zero -> 1).boxed().toList(),
        Arrays.stream(ideal).boxed().toList(),
        Arrays.stream(reference).boxed().toList(),
        List.of());
  }
}
